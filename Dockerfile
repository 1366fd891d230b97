# The files for browsers and the bundle of the server are the same for every processor: built on that of the builder.
FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# Programs for the processor that runs them, such as those that read pictures.
FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-trixie-slim AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
# The command line, which Node runs as it is written.
COPY src src
COPY scripts/admin.ts scripts/
COPY scripts/admin scripts/admin
RUN install -d -o node -g node -m 700 /data
USER 1000
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "--no-memory-protection-keys", "dist/server/server.mjs"]

# With the programs that back up PostgreSQL up to version 17: `docker build --target postgres`.
FROM run AS postgres
USER 0
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/*
USER 1000

# Without a target, for SQLite.
FROM run
