import { Worker } from 'node:worker_threads';
import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, type QueryResult } from 'kysely';
import type { Answer, Question } from './reading-thread.ts';
import { dialectOf } from './sqlite-dialect.ts';

/** While one thread reads for long, the other answers short reads. */
const MAX_THREADS = 2;

class ReadingThread implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #asked: PromiseWithResolvers<Answer>[] = [];
  #isEnding = false;
  #ended: Error | null = null;
  isFree = true;

  constructor(program: URL, file: string) {
    this.#worker = new Worker(program, { workerData: { file } });
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#settle((asked) => asked.resolve(answer)));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The reading thread has ended.')));
  }

  get isAlive(): boolean {
    return this.#ended === null;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) throw this.#ended;
    const asked = Promise.withResolvers<Answer>();
    this.#asked.push(asked);
    // Keeps the process alive until the answer.
    this.#worker.ref();
    this.#worker.postMessage({ sql, parameters } satisfies Question);
    const answer = await asked.promise;
    if ('rows' in answer) return { rows: answer.rows as Row[] };
    throw Object.assign(new Error(answer.message), answer);
  }

  /** For statements without rows; does not wait. If one fails, the thread is ended. */
  command(sql: string): void {
    this.executeQuery(CompiledQuery.raw(sql)).catch((error) => {
      this.#end(error);
      return this.terminate();
    });
  }

  streamQuery(): never {
    throw new Error('A reading thread answers with all rows at once.');
  }

  async terminate(): Promise<void> {
    // Keeps the process alive until the rest of its closing is done.
    this.#isEnding = true;
    this.#worker.ref();
    await this.#worker.terminate();
  }

  #settle(settle: (asked: PromiseWithResolvers<Answer>) => void): void {
    const asked = this.#asked.shift();
    if (this.#asked.length === 0 && !this.#isEnding) this.#worker.unref();
    if (asked) settle(asked);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    while (this.#asked.length > 0) this.#settle((asked) => asked.reject(error));
  }
}

/** Starts threads on demand; while all are busy, transactions queue. */
class ReadingDriver implements Driver {
  readonly #start: () => ReadingThread;
  readonly #threads = new Set<ReadingThread>();
  readonly #waiting: PromiseWithResolvers<ReadingThread>[] = [];
  #isClosed = false;

  constructor(start: () => ReadingThread) {
    this.#start = start;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ReadingThread> {
    const waiting = Promise.withResolvers<ReadingThread>();
    this.#waiting.push(waiting);
    this.#serve();
    return waiting.promise;
  }

  async releaseConnection(thread: DatabaseConnection): Promise<void> {
    (thread as ReadingThread).isFree = true;
    this.#serve();
  }

  async beginTransaction(thread: DatabaseConnection): Promise<void> {
    (thread as ReadingThread).command('begin');
  }

  async commitTransaction(thread: DatabaseConnection): Promise<void> {
    (thread as ReadingThread).command('commit');
  }

  async rollbackTransaction(thread: DatabaseConnection): Promise<void> {
    // An ended thread has nothing to roll back, and its own error must be thrown.
    if ((thread as ReadingThread).isAlive) (thread as ReadingThread).command('rollback');
  }

  async destroy(): Promise<void> {
    this.#isClosed = true;
    this.#serve();
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #serve(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        const thread = this.#take();
        if (!thread) return;
        next.resolve(thread);
      } catch (error) {
        next.reject(error);
      }
      this.#waiting.shift();
    }
  }

  #take(): ReadingThread | null {
    if (this.#isClosed) throw new Error('The database is closed.');
    for (const thread of this.#threads) if (!thread.isAlive) this.#threads.delete(thread);
    let free = [...this.#threads].find(({ isFree }) => isFree);
    if (!free && this.#threads.size === MAX_THREADS) return null;
    free ??= this.#start();
    free.isFree = false;
    this.#threads.add(free);
    return free;
  }
}

/**
 * Reads a SQLite file in separate threads, because node:sqlite blocks the thread that runs it. Each transaction runs in
 * one thread and reads one state of the file.
 * @param program the built `reading-thread.ts`
 */
export function readingDialect(program: URL, file: string): Dialect {
  return dialectOf(() => new ReadingDriver(() => new ReadingThread(program, file)));
}
