import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{domain,api,pages,islands,checks,support}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/postgres.ts',
    // Processes, not threads: SQLite and native code are shared by the threads of a process.
    pool: 'forks',
    // Some files wait for servers: one more than there are cores leaves none idle.
    maxWorkers: availableParallelism() + 1,
    // The files of a worker share what they import: importing it anew for each took half of the time.
    isolate: false,
    // Far beyond what any test takes, also on a machine that is busy with other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    env: { TZ: 'UTC', NODE_ENV: 'test' },
  },
});
