import { beforeAll, expect, test } from 'vitest';
import { readImport, stageImport, startImport } from '../../src/domain/account-files/account-imports.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { resume as run } from '../../src/domain/long-work/resume.ts';
import { createTransaction } from '../../src/domain/transactions/create.ts';
import { exportAccount } from '../../src/domain/users/export.ts';
import { generateDue } from '../../src/jobs/generate-due.ts';
import { resumeLongWork } from '../../src/jobs/resume-long-work.ts';
import { forEachApp } from '../support/app.ts';
import { contextOf, createMember, type Member, makeCategory } from '../support/members.ts';
import { makeTemplate } from '../support/templates.ts';

/** Three batches, so that the import has six steps. */
const TRANSACTIONS = 500;
const STEPS = 6;

const TABLES = ['transactions', 'categories', 'templates', 'skipped_dates'] as const;

forEachApp((testApp, engine) => {
  const { once } = engine;
  let whole: string[][];
  let file: string;

  beforeAll(async () => {
    const from = await createMember(testApp);
    const categoryId = await makeCategory(testApp, from, 'Mine');
    await makeTemplate(testApp, from, { interval_type: 'daily', start_date: '2026-06-01' });
    const { length } = await rowsOf('transactions', from);
    const transactions = Array.from({ length: TRANSACTIONS - length }, (_, place) => ({
      amount: -1 - place,
      description: `Row ${place}`,
      categoryId,
    }));
    for (let offset = 0; offset < transactions.length; offset += 100)
      await testApp.call('POST', '/transactions/bulk', {
        as: from,
        body: { transactions: transactions.slice(offset, offset + 100) },
      });
    file = '';
    for await (const piece of exportAccount(await contextOf(testApp, from))) file += piece;
    whole = await accountOf(from);
    expect((JSON.parse(file) as { transactions: unknown[] }).transactions).toHaveLength(TRANSACTIONS);
  });

  async function rowsOf(table: (typeof TABLES)[number], { id }: Member) {
    const query = engine.db
      .selectFrom(table as 'transactions')
      .selectAll()
      .where('user_id', '=', id);
    const rows = (await query.execute()).map(({ user_id: _user, ...row }) => JSON.stringify(row));
    return rows.toSorted();
  }

  const accountOf = async (as: Member) => Promise.all(TABLES.map((table) => rowsOf(table, as)));

  async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }

  async function stage(as: Member, text = file): Promise<string> {
    const staged = await stageImport(await contextOf(testApp, as), chunksOf(text));
    if (!('id' in staged)) throw new Error('The file has errors.');
    return staged.id;
  }

  /** Takes so many steps before the process ends. */
  async function begin(as: Member, id: string, work: 'import' | 'undo', steps: number): Promise<void> {
    const context = await contextOf(testApp, as);
    await startImport(context, id, work);
    for (let step = 0; step < steps; step += 1) await takeStep(as, id);
  }

  async function takeStep({ id: user_id }: Member, id: string): Promise<void> {
    const { log, clock } = testApp.app;
    await run({ db: engine.db, viewer: { id: user_id }, now: clock(), log }, { id }, () => true);
  }

  async function resume(): Promise<void> {
    testApp.advance(21);
    await resumeLongWork(testApp.app, () => false);
  }

  const stateOf = async (as: Member, id: string) => readImport(await contextOf(testApp, as), id);

  test.each(Array.from({ length: STEPS }, (_, steps) => steps))(
    'an import and an undo whose process ends after %i steps are carried on, and are whole',
    async (steps) => {
      const as = await createMember(testApp);
      const before = await accountOf(as);
      const id = await stage(as);
      await begin(as, id, 'import', steps);
      await resumeLongWork(testApp.app, () => false);
      expect(await stateOf(as, id)).toMatchObject({ state: 'running', isDone: false });
      await resume();
      expect(await stateOf(as, id)).toMatchObject({ state: 'done', refused: null });
      expect(await accountOf(as)).toEqual(whole);
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);

      await begin(as, id, 'undo', Math.min(steps, STEPS - 2));
      expect(await stateOf(as, id)).toMatchObject({ state: 'running', isDone: true });
      await resume();
      expect(await stateOf(as, id)).toMatchObject({
        state: 'undone',
        summary: { kept: { transactions: 0 } },
      });
      expect(await accountOf(as)).toEqual(before);
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
    },
  );

  test('a process that starts takes up what the one before it has left at once', async () => {
    const as = await createMember(testApp);
    const id = await stage(as);
    await begin(as, id, 'import', 2);
    await resumeLongWork(testApp.app, () => false, { isStarting: true });
    expect(await stateOf(as, id)).toMatchObject({ state: 'done', refused: null });
    expect(await accountOf(as)).toEqual(whole);
  });

  test.each(['import', 'undo'] as const)(
    'during an %s the account is closed to its person, and open to everybody else',
    async (work) => {
      const [as, other] = [await createMember(testApp), await createMember(testApp)];
      const id = await stage(as);
      if (work === 'undo') {
        await begin(as, id, 'import', STEPS);
        expect(await stateOf(as, id)).toMatchObject({ state: 'done' });
      }
      await begin(as, id, work, 2);
      const halfway = await accountOf(as);
      const transaction = { amount: '1', description: 'Bread' };
      for (const [method, path, body] of [
        ['GET', '/transactions', undefined],
        ['GET', '/users/export-account', undefined],
        ['POST', '/transactions/expense', transaction],
        ['PUT', '/users/profile', { firstName: 'Dana' }],
      ] as const) {
        const answer = await testApp.call(method, path, { as, body });
        expect([answer.status, answer.error.code], path).toEqual([503, 'SERVICE_UNAVAILABLE']);
        expect(answer.error.message).toContain('import');
        expect(answer.headers.get('retry-after')).toBe('5');
      }
      expect(
        (await testApp.call('POST', '/transactions/expense', { as: other, body: transaction })).status,
      ).toBe(201);
      // A request accepted earlier, another file, and the generating job.
      const context = await contextOf(testApp, as);
      const input = { type: 'expense', amount: 100, description: 'Bread' } as const;
      await expect(createTransaction(context, input as never)).rejects.toMatchObject({ status: 503 });
      await expect(startImport(context, await otherFile(as), 'import')).rejects.toMatchObject({
        status: 503,
      });
      const logged = testApp.logs.length;
      await generateDue({ ...testApp.app, clock: () => new Date('2026-07-20T12:00:00Z') });
      expect(testApp.logs.slice(logged).join()).not.toContain('could not be made');
      expect(await accountOf(as)).toEqual(halfway);
      await resume();
      expect((await testApp.call('GET', '/transactions', { as })).status).toBe(200);
    },
  );

  async function otherFile({ id: user_id }: Member): Promise<string> {
    const row = await engine.db
      .selectFrom('long_work')
      .selectAll()
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    const id = `${row.id.slice(0, -4)}ffff`;
    await engine.db
      .insertInto('long_work')
      .values({ ...row, id, kind: 'import', started_at: null, finished_at: null })
      .execute();
    return id;
  }

  test('an import that fails in the middle is taken back, also by another process, and can be tried again', async () => {
    const as = await createMember(testApp);
    const before = await accountOf(as);
    const id = await stage(as);
    const mend = await damage(id, 3);
    await begin(as, id, 'import', 5);
    expect(await rowsOf('transactions', as)).toHaveLength(200);
    expect(await stateOf(as, id)).toMatchObject({ state: 'running' });
    await resume();
    expect(await stateOf(as, id)).toMatchObject({ state: 'checked', refused: 'import:failed' });
    expect(await accountOf(as)).toEqual(before);
    expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
    await mend();
    await begin(as, id, 'import', STEPS);
    expect(await stateOf(as, id)).toMatchObject({ state: 'done', refused: null });
    expect(await accountOf(as)).toEqual(whole);
  });

  /** Cuts a batch of an import short; the returned function undoes that. */
  async function damage(id: string, number: number): Promise<() => Promise<unknown>> {
    const { content } = await engine.db
      .selectFrom('long_work_batches')
      .select('content')
      .where('work_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const write = (text: string) =>
      engine.db
        .updateTable('long_work_batches')
        .set({ content: text })
        .where('work_id', '=', id)
        .where('number', '=', number)
        .execute();
    await write(content.slice(0, -9));
    return () => write(content);
  }

  once(
    'an undo that fails in the middle opens the account with the rest, and can be tried again',
    async () => {
      const as = await createMember(testApp);
      const before = await accountOf(as);
      const id = await stage(as);
      await begin(as, id, 'import', STEPS);
      const mend = await damage(id, 2);
      await begin(as, id, 'undo', 0);
      await resume();
      expect(await stateOf(as, id)).toMatchObject({ state: 'done', refused: 'import:notTakenOut' });
      expect((await testApp.call('GET', '/transactions', { as })).status).toBe(200);
      expect(await rowsOf('transactions', as)).toHaveLength(400);
      expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
      await mend();
      await begin(as, id, 'undo', STEPS);
      expect(await stateOf(as, id)).toMatchObject({ state: 'undone', refused: null });
      expect(await accountOf(as)).toEqual(before);
    },
  );

  once('an import that can be neither finished nor taken back opens the account too', async () => {
    const as = await createMember(testApp);
    const id = await stage(as);
    await begin(as, id, 'import', 3);
    await damage(id, 3);
    await damage(id, 1);
    await resume();
    expect(await stateOf(as, id)).toMatchObject({ state: 'checked', refused: 'import:notTakenOut' });
    expect((await testApp.call('GET', '/transactions', { as })).status).toBe(200);
    expect(await checkTotalsOf(engine.db, as.id)).toEqual([]);
  });

  // How much a step takes is decided without SQL.
  if (engine.name === 'sqlite') {
    once(
      'many templates and the dates that they leave out are imported and taken out a few at a time',
      async () => {
        const as = await createMember(testApp);
        const document = JSON.parse(file) as {
          recurring_templates: { id: string; skipped_dates: string[] }[];
        };
        const [template] = document.recurring_templates;
        const day = (place: number) => new Date(Date.UTC(2027, 0, 1 + place)).toISOString().slice(0, 10);
        for (let place = 0; place < 450; place += 1) {
          const id = `00000000-0000-7000-9000-${String(place).padStart(12, '0')}`;
          const skipped_dates = place === 7 ? Array.from({ length: 450 }, (_, date) => day(date)) : [];
          document.recurring_templates.push({ ...template, id, skipped_dates });
        }
        const id = await stage(as, JSON.stringify(document));
        const count = async () =>
          (
            await Promise.all((['templates', 'skipped_dates'] as const).map((table) => rowsOf(table, as)))
          ).flat().length;
        for (const [work, state, left] of [
          ['import', 'done', 901],
          ['undo', 'undone', 0],
        ] as const) {
          await begin(as, id, work, 0);
          let [before, largest] = [await count(), 0];
          while ((await stateOf(as, id)).state === 'running') {
            await takeStep(as, id);
            const now = await count();
            largest = Math.max(largest, Math.abs(now - before));
            before = now;
          }
          expect([await stateOf(as, id), before]).toMatchObject([{ state }, left]);
          expect(largest).toBeLessThanOrEqual(651);
        }
      },
    );
  }

  test('two processes that carry on the same import take each step once', async () => {
    const as = await createMember(testApp);
    const id = await stage(as);
    await begin(as, id, 'import', 1);
    testApp.advance(21);
    await Promise.all([1, 2].map(() => resumeLongWork(testApp.app, () => false)));
    expect(await stateOf(as, id)).toMatchObject({ state: 'done', refused: null });
    expect(await accountOf(as)).toEqual(whole);
  });

  test('an account that is deleted meanwhile leaves nothing to carry on', async () => {
    const as = await createMember(testApp);
    const id = await stage(as);
    await begin(as, id, 'import', 2);
    await engine.db.deleteFrom('users').where('id', '=', as.id).execute();
    const logged = testApp.logs.length;
    await takeStep(as, id);
    await resume();
    expect(testApp.logs.slice(logged)).toEqual([]);
    expect(await accountOf(as)).toEqual([[], [], [], []]);
  });
});
