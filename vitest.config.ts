import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{domain,api,pages,islands,browser,checks,support}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/postgres.ts',
    setupFiles: ['tests/support/cheap-hashes.ts', 'tests/support/seed.ts'],
    // Processes, not threads: SQLite and native code are shared by the threads of a process.
    pool: 'forks',
    // As the server (decision 0106).
    execArgv: ['--no-memory-protection-keys'],
    // Some files wait for servers: one more worker than there are cores leaves no core idle.
    maxWorkers: availableParallelism() + 1,
    // The files of a worker share their imports: importing everything again for each file took half of the time.
    isolate: false,
    // Far longer than any test takes, also on a machine that is busy with other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a test waits for comes at once, except on a busy machine: one second, the default, is a threshold of time.
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: 'UTC', NODE_ENV: 'test' },
  },
});
