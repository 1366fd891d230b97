import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{domain,api,pages,islands,checks,support}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/postgres.ts',
    // Processes, not threads: SQLite and native code are shared by the threads of a process.
    pool: 'forks',
    maxWorkers: 2,
    // The files of a worker share what they import: importing it anew for each took half of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC', NODE_ENV: 'test' },
  },
});
