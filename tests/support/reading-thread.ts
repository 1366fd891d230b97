/** For `openDatabase`, before the build. */
export const READING_THREAD = new URL('../../src/db/reading-thread.ts', import.meta.url);
