import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  discarded,
  type Entry,
  edited,
  sentAnew,
  transactionOf,
} from '../../src/browser/core/offline/entry.ts';
import { type OwnAnswer, sendEntries } from '../../src/browser/core/offline/send.ts';
import { addEntry, allEntries, changeEntry, deleteEntries } from '../../src/browser/core/offline/store.ts';
import { type Act, requestOf } from '../../src/browser/core/request/act.ts';
import { startValues } from '../../src/domain/transactions/start-values.ts';

const HOUR = 3_600_000;

/** What the server has recorded, by id, and the answers that it remembers, by key. */
const recorded = new Map<string, { id: string; amount: number; updated_at: string }>();
const remembered = new Map<string, { status: number; sent: string; body: object }>();
const asked: { method: string; path: string; key: string; body: Record<string, unknown> }[] = [];
/** What happens to the next requests on their way; those after them arrive. */
const errors: ('lost' | 'answer lost' | number)[] = [];
let version = 0;
/** Whether nothing at all reaches the server. */
let isAway = false;

beforeEach(async () => {
  for (const kept of [recorded, remembered]) kept.clear();
  for (const list of [asked, errors]) list.length = 0;
  isAway = false;
  await deleteEntries();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/health' && isAway) throw new TypeError('Failed to fetch');
    if (path === '/health') return new Response('', { headers: { 'x-request-id': '1' } });
    const error = errors.shift();
    if (error === 'lost') throw new TypeError('Failed to fetch');
    const answer = typeof error === 'number' ? refusal(error) : answerTo(path, init);
    if (error === 'answer lost') throw new TypeError('Failed to fetch');
    const headers = new Headers({ 'x-request-id': '1', 'content-type': 'application/json' });
    if ('isRepeated' in answer) headers.set('idempotency-replayed', 'true');
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
  });
});

afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, code = 'VALIDATION_ERROR', details?: object) => ({
  status,
  body: { error: { code, message: 'Refused.', details } },
});

/** Like the server: a key counts once, and a change is refused if it is based on another version. */
function answerTo(path: string, { method = 'GET', headers, body }: RequestInit) {
  const key = (headers as Record<string, string>)['idempotency-key'] ?? '';
  const sent = JSON.parse(String(body ?? '{}'));
  asked.push({ method, path, key, body: sent });
  const before = remembered.get(key);
  const text = sent.line ?? JSON.stringify(sent);
  if (before && before.sent !== text)
    return refusal(409, 'IDEMPOTENCY_CONFLICT', { first: (before.body as { data?: object }).data });
  if (before) return { ...before, isRepeated: true };
  const answer = changed(method, path, sent);
  if (answer.status < 400) remembered.set(key, { ...answer, sent: text });
  return answer;
}

function changed(method: string, path: string, sent: { amount?: number; basedOn?: string; line?: string }) {
  const url = new URL(path, 'http://home.example');
  if (method === 'GET')
    return recorded.has(url.pathname.split('/').at(-1) ?? '')
      ? { status: 200, body: { data: {} } }
      : refusal(404, 'NOT_FOUND');
  const id = method === 'POST' ? `t${recorded.size + version}` : (url.pathname.split('/').at(-1) ?? '');
  const row = recorded.get(id);
  const basedOn = sent.basedOn ?? url.searchParams.get('basedOn');
  if (method !== 'POST' && !row) return refusal(404, 'NOT_FOUND');
  if (method !== 'POST' && basedOn !== row?.updated_at) return refusal(409, 'CONFLICT');
  if (method === 'DELETE') {
    recorded.delete(id);
    return { status: 200, body: { data: { deleted_count: 1 } } };
  }
  version += 1;
  const words = sent.line?.split(' ') ?? [];
  const saved = { id, amount: sent.amount ?? Number(words.at(-1)), updated_at: `v${version}` };
  recorded.set(id, saved);
  return {
    status: method === 'POST' ? 201 : 200,
    body: {
      data:
        words[0] === 'transfer'
          ? { transfer: { ...saved, type: 'transfer' } }
          : { transaction: { ...saved, type: 'expense' } },
    },
  };
}

const adding = (amount: number): Act => ({ kind: 'add', body: { type: 'expense', amount } });
const enter = (act: Act, key: string, more: Partial<Entry> = {}) =>
  addEntry({ act, key, person: 'one', madeAt: Date.now(), ...more });
const amounts = () => [...recorded.values()].map(({ amount }) => amount).sort();
const edit = (id: number, act: Act) => changeEntry(id, (entry) => edited(entry, act));
const line = (text: string): Act => ({ kind: 'line', line: text });

/** An entry that was sent once, of which no answer has come. */
async function enterUnanswered(act: Act, error: 'lost' | 'answer lost' = 'answer lost', key = 'key') {
  const id = await enter(act, key);
  errors.push(error);
  await sendEntries('one');
  return id;
}

test('entries are sent in the order in which they were made, each under its key', async () => {
  for (const amount of [3, 1, 2]) await enter(adding(amount), `key ${amount}`);
  expect(await sendEntries('one')).toEqual({ arrived: 3, refused: 0, isCut: false });
  expect(asked.map(({ key }) => key)).toEqual(['key 3', 'key 1', 'key 2']);
  expect(await allEntries()).toEqual([]);
});

test('an entry whose answer is lost is sent again under the same key, and recorded once', async () => {
  await enter(adding(5), 'key');
  await enter(adding(6), 'other');
  errors.push('answer lost', 'lost', 'lost');
  expect(await sendEntries('one')).toMatchObject({ arrived: 0, isCut: true });
  // Those after it wait for it.
  expect(asked).toHaveLength(1);
  await sendEntries('one');
  await sendEntries('one');
  expect(await sendEntries('one')).toMatchObject({ arrived: 2, isCut: false });
  expect(amounts()).toEqual([5, 6]);
});

test.each([
  ['a form', adding(5)],
  ['a line', line('5')],
] as [string, Act][])(
  'an entry of %s that was recorded and deleted since is recorded again only if its person says so',
  async (_of, act) => {
    const id = await enterUnanswered(act);
    expect(amounts()).toEqual([5]);
    recorded.clear();
    expect(await sendEntries('one')).toEqual({ arrived: 0, refused: 1, isCut: false });
    expect(await sendEntries('one')).toEqual({ arrived: 0, refused: 0, isCut: false });
    expect(amounts()).toEqual([]);
    const [entry = expect.fail()] = await allEntries();
    expect(discarded(entry)).toBeNull();
    await changeEntry(id, sentAnew);
    expect(await sendEntries('one')).toEqual({ arrived: 1, refused: 0, isCut: false });
    expect(amounts()).toEqual([5]);
  },
);

test.each([
  ['answer lost', 'may have arrived'],
  ['lost', 'has not'],
] as const)(
  'an entry that is changed after it was sent is recorded once (%s: it %s)',
  async (error: 'lost' | 'answer lost', _state: string) => {
    const id = await enterUnanswered(adding(5), error);
    await edit(id, adding(7));
    await edit(id, adding(8));
    errors.push('answer lost');
    await sendEntries('one');
    await sendEntries('one');
    expect(amounts()).toEqual([8]);
    expect(await allEntries()).toEqual([]);
  },
);

test('another line takes the place of the one whose answer was lost', async () => {
  const id = await enter(line('5'), 'key', { madeAt: Date.now() - HOUR });
  errors.push('answer lost');
  await sendEntries('one');
  await edit(id, line('6'));
  await sendEntries('one');
  expect(amounts()).toEqual([6]);
  expect(asked.at(-1)?.body.age).toBeGreaterThanOrEqual(3600);
});

test('says exactly how old a line is, because seconds would swap lines around a full minute', () => {
  expect(requestOf(line('5'), 600).body).toEqual({ line: '5', age: 0.6 });
  // The clock was set back.
  expect(requestOf(line('5'), -600).body).toEqual({ line: '5', age: 0 });
});

test('a line that became a transfer is recorded once, and replaced and taken back as one', async () => {
  const id = await enterUnanswered(line('transfer 5'));
  await edit(id, line('transfer 6'));
  await sendEntries('one');
  expect(amounts()).toEqual([6]);
  expect(asked.filter(({ method }) => method === 'DELETE')).toMatchObject([
    { path: expect.stringMatching(/^\/api\/v1\/transfers\/t\d+\?basedOn=v\d+$/) },
  ]);
  expect(await allEntries()).toEqual([]);
  await enterUnanswered(line('transfer 7'), 'answer lost', 'lost');
  const [entry = expect.fail()] = await allEntries();
  await changeEntry(entry.id, discarded);
  await sendEntries('one');
  expect(amounts()).toEqual([6]);
});

test('a line that names an account that nobody has stays with the reason, and others are sent', async () => {
  const details = [{ field: 'toAccountId', message: 'You have no account named dana' }];
  const plain = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!String(init?.body).includes('dana')) return plain(path, init);
    const { status, body } = refusal(400, 'VALIDATION_ERROR', details);
    return new Response(JSON.stringify(body), { status, headers: { 'x-request-id': '1' } });
  });
  const id = await enter(line('transfer to dana 5'), 'unknown');
  await enter(line('transfer 6'), 'known');
  expect(await sendEntries('one')).toEqual({ arrived: 1, refused: 1, isCut: false });
  expect(await allEntries()).toMatchObject([
    { id, refusal: { code: 'VALIDATION_ERROR', message: 'You have no account named dana.' } },
  ]);
  await edit(id, line('transfer 5'));
  expect(await sendEntries('one')).toMatchObject({ arrived: 1, refused: 0 });
  expect(amounts()).toEqual([5, 6]);
});

test('what may have been recorded and is not wanted any more is deleted there', async () => {
  for (const [key, error] of [
    ['one', 'answer lost'],
    ['two', 'lost'],
  ] as const) {
    const id = await enter(adding(5), key);
    errors.push(error, 400);
    await sendEntries('one');
    if (error === 'answer lost') errors.length = 0;
    await changeEntry(id, discarded);
    await sendEntries('one');
    errors.length = 0;
    expect(await allEntries()).toEqual([]);
  }
  expect(amounts()).toEqual([]);
});

test('a change and a deletion are based on the version that was seen, and refused for another', async () => {
  await enter(adding(5), 'new');
  await sendEntries('one');
  const [row] = [...recorded.values()];
  const target = { type: 'expense', id: row?.id ?? '', updated_at: row?.updated_at } as const;
  await enter({ kind: 'change', target, body: { amount: 9 } }, 'change');
  errors.push('answer lost');
  await sendEntries('one');
  // Sent again, it is no conflict with itself.
  expect(await sendEntries('one')).toMatchObject({ arrived: 1, refused: 0 });
  expect(amounts()).toEqual([9]);
  await enter({ kind: 'delete', target }, 'delete');
  await enter(adding(2), 'after');
  expect(await sendEntries('one')).toEqual({ arrived: 1, refused: 1, isCut: false });
  expect(await allEntries()).toMatchObject([{ key: 'delete', refusal: { code: 'CONFLICT' } }]);
  expect(amounts()).toEqual([2, 9]);
  // It is sent again only when somebody has looked at it.
  expect(await sendEntries('one')).toEqual({ arrived: 0, refused: 0, isCut: false });
});

test('a deletion of what is gone already is done', async () => {
  await enter({ kind: 'delete', target: { type: 'expense', id: 'x', updated_at: 'v1' } }, 'key');
  expect(await sendEntries('one')).toMatchObject({ arrived: 1, refused: 0 });
});

test('an entry that was sent a day ago is not sent under a key that the server has forgotten', async () => {
  await enter(adding(5), 'key', { sentAt: Date.now() - 24 * HOUR });
  await enter(adding(6), 'never sent', { madeAt: Date.now() - 24 * HOUR });
  expect(await sendEntries('one')).toMatchObject({ arrived: 1, refused: 1 });
  expect(await allEntries()).toMatchObject([{ key: 'key', refusal: { code: 'EXPIRED' } }]);
});

/** Lets the server answer everything like this, except whether it is there. */
function answerAll(status: number, code: string): void {
  const plain = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/health') return plain(path, init);
    asked.push({ method: 'POST', path, key: '', body: {} });
    const body = JSON.stringify({ error: { code, message: 'Because.' } });
    return new Response(body, { status, headers: { 'x-request-id': '1' } });
  });
}

test.each([
  [429, 'RATE_LIMITED', 1],
  [503, 'SERVICE_UNAVAILABLE', 1],
  [403, 'USER_RESTRICTED', 1],
  [401, 'TOKEN_INVALID', 1],
  // The server fails at one, and may take the others.
  [500, 'SERVER_ERROR', 2],
])(
  'an answer with the status %i (%s) leaves the entries as they are, with the reason',
  async (status, code, times) => {
    await enter(adding(5), 'key');
    await enter(adding(6), 'other');
    const plain = fetch;
    answerAll(status, code);
    expect(await sendEntries('one')).toMatchObject({ arrived: 0, isCut: false, isLeft: true });
    expect(asked.filter(({ path }) => !path.includes('refresh'))).toHaveLength(times);
    const [first] = await allEntries();
    expect(first?.trouble).toEqual({ code, message: 'Because.' });
    expect(first?.sentAt === undefined).toBe(status < 500);
    vi.stubGlobal('fetch', plain);
    expect(await sendEntries('one')).toMatchObject({ arrived: 2 });
  },
);

test('what waits while the server cannot be reached was never sent, however long that is', async () => {
  isAway = true;
  await enter(adding(5), 'key', { madeAt: Date.now() - 60 * HOUR });
  expect(await sendEntries('one')).toMatchObject({ isCut: true });
  expect(await allEntries()).toMatchObject([{ key: 'key' }]);
  expect((await allEntries())[0]?.sentAt).toBeUndefined();
  isAway = false;
  expect(await sendEntries('one')).toMatchObject({ arrived: 1 });
});

test('an answer of somebody on the way is none', async () => {
  await enter(adding(5), 'key');
  const hotel = async () => new Response('<p>Welcome', { status: 200 });
  vi.stubGlobal('fetch', hotel);
  expect(await sendEntries('one')).toMatchObject({ arrived: 0, isCut: true });
  expect(await allEntries()).toHaveLength(1);
});

test('nobody sends the entries of another person', async () => {
  await enter(adding(5), 'key', { person: 'two' });
  expect(await sendEntries('one')).toEqual({ arrived: 0, refused: 0, isCut: false });
  expect(asked).toEqual([]);
});

test('what was sent before a change and has expired is left to its person', async () => {
  const id = await enterUnanswered(adding(10));
  await edit(id, adding(12));
  await changeEntry(id, (entry) => ({ ...entry, sentAt: Date.now() - 24 * HOUR }));
  expect(await sendEntries('one')).toEqual({ arrived: 0, refused: 1, isCut: false });
  expect(amounts()).toEqual([10]);
  expect(await allEntries()).toMatchObject([{ refusal: { code: 'EXPIRED' }, key: 'key' }]);
  await changeEntry(id, sentAnew);
  await sendEntries('one');
  expect(amounts()).toEqual([10, 12]);
});

test('a line does not come beside one that could not be taken back', async () => {
  const id = await enterUnanswered(line('5'));
  for (const row of recorded.values()) row.updated_at = 'changed elsewhere';
  await edit(id, line('6'));
  await sendEntries('one');
  expect(amounts()).toEqual([5]);
  expect(await allEntries()).toMatchObject([{ refusal: { code: 'CONFLICT' } }]);
  // Once its person has looked at it, it is recorded, and what was changed elsewhere stays.
  await edit(id, line('7'));
  expect(await sendEntries('one')).toMatchObject({ arrived: 1, refused: 0 });
  expect(amounts()).toEqual([5, 7]);
});

test('discarding takes back what may have been recorded, whenever it was sent', async () => {
  const id = await enterUnanswered(adding(10));
  await edit(id, adding(12));
  await changeEntry(id, discarded);
  expect((await allEntries()).every(({ isWithdrawn }) => isWithdrawn)).toBe(true);
  await sendEntries('one');
  expect(amounts()).toEqual([]);
  expect(await allEntries()).toEqual([]);
});

test('a purchase in payments that is edited after it was recorded is replaced', async () => {
  const id = await enterUnanswered({ kind: 'add', body: { type: 'expense', amount: 300, installments: 3 } });
  await edit(id, { kind: 'add', body: { type: 'expense', amount: 600, installments: 3 } });
  await sendEntries('one');
  expect(asked.slice(-2)).toMatchObject([
    { method: 'DELETE', path: expect.stringContaining('deleteAll=true') },
    { method: 'POST', body: { amount: 600 } },
  ]);
  expect(amounts()).toEqual([600]);
});

test('all payments of a purchase are taken back, and nothing more of a transfer', async () => {
  for (const [act, query] of [
    [{ kind: 'add', body: { type: 'expense', amount: 300, installments: 3 } } as Act, 'deleteAll=true'],
    [line('transfer 5'), 'transfers/'],
  ] as const) {
    const id = await enterUnanswered(act, 'answer lost', query);
    await changeEntry(id, discarded);
    await sendEntries('one');
    const last = asked.at(-1);
    expect(last).toMatchObject({ method: 'DELETE', path: expect.stringContaining(query) });
    expect(last?.path.includes('deleteAll')).toBe(query === 'deleteAll=true');
  }
});

test('an entry that is edited after it was discarded is recorded', async () => {
  const id = await enterUnanswered(adding(5));
  await changeEntry(id, discarded);
  await edit(id, adding(6));
  await sendEntries('one');
  await sendEntries('one');
  expect(amounts()).toEqual([6]);
});

test('discarding a line takes back the one that it was to replace', async () => {
  const id = await enterUnanswered(line('5'));
  await edit(id, line('6'));
  const plain = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'DELETE') throw new TypeError('Failed to fetch');
    return plain(path, init);
  });
  await sendEntries('one');
  expect(await allEntries()).toMatchObject([{ replaces: { id: expect.any(String) } }]);
  vi.stubGlobal('fetch', plain);
  await changeEntry(id, discarded);
  await sendEntries('one');
  expect(amounts()).toEqual([]);
  expect(await allEntries()).toEqual([]);
});

test('a line that was to replace one changed elsewhere is recorded beside it once it is sent again', async () => {
  const id = await enterUnanswered(line('5'));
  for (const first of recorded.values()) first.updated_at = 'changed elsewhere';
  await edit(id, line('6'));
  await sendEntries('one');
  expect(await allEntries()).toMatchObject([{ refusal: { code: 'CONFLICT' } }]);
  await edit(id, { kind: 'line', line: '6', confirmed: true });
  await sendEntries('one');
  expect(amounts()).toEqual([5, 6]);
  expect(await allEntries()).toEqual([]);
});

test('an expired entry that is edited is still sent only on request', async () => {
  const id = await enter(adding(5), 'key', { sentAt: Date.now() - 24 * HOUR });
  await sendEntries('one');
  await edit(id, adding(6));
  await sendEntries('one');
  expect(amounts()).toEqual([]);
  await changeEntry(id, sentAnew);
  await sendEntries('one');
  expect(amounts()).toEqual([6]);
});

test('an expired entry that two tabs send again is recorded once', async () => {
  const id = await enter(adding(5), 'key', { sentAt: Date.now() - 24 * HOUR });
  await sendEntries('one');
  await changeEntry(id, sentAnew);
  errors.push('answer lost');
  await sendEntries('one');
  await changeEntry(id, sentAnew);
  await sendEntries('one');
  expect(amounts()).toEqual([5]);
});

test('what another tab edits while its page waits for the answer is recorded as edited', async () => {
  const id = await enter(adding(5), 'key', { sentAt: Date.now() });
  const plain = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await plain(path, init);
    if (init.method === 'POST') await edit(id, adding(6));
    return answer;
  });
  const answers: OwnAnswer[] = [];
  await sendEntries('one', new Map([[id, (answer: OwnAnswer) => answers.push(answer)]]));
  vi.stubGlobal('fetch', plain);
  await sendEntries('one');
  expect(amounts()).toEqual([6]);
});

test('an entry keeps what was paid in another currency, to be shown and edited', () => {
  const waiting = (body: object): Entry => ({
    id: 7,
    person: 'p',
    madeAt: 0,
    key: 'k',
    act: { kind: 'add', body: { type: 'expense', description: 'lunch', date: '2026-06-01', ...body } },
  });
  const accounts = [
    { id: 'bank', name: 'Bank' },
    { id: 'travel', name: 'Travel', currency: 'USD' as const },
  ];
  const preferences = { decimal_separator: '.', timezone: 'UTC', accounts, account: 'bank' } as const;
  const formOf = (body: object) =>
    startValues(
      'edit',
      transactionOf(waiting(body)),
      { date: '', time: '' },
      { currency: 'ILS', preferences },
    );
  const paid = { originalAmount: 20, originalCurrency: 'USD' };
  expect(transactionOf(waiting(paid))).toMatchObject({ original: { amount: 20, currency: 'USD' } });
  expect(formOf({ ...paid, accountId: 'bank', rate: '3.5' })).toMatchObject({
    amount: '',
    originalAmount: '20.00',
    originalCurrency: 'USD',
    rate: '3.5',
  });
  expect(formOf({ ...paid, amount: 75, accountId: 'bank' })).toMatchObject({
    amount: '75.00',
    originalAmount: '20.00',
  });
  expect(formOf({ ...paid, accountId: 'travel', convertedAmount: 76 })).toMatchObject({
    amount: '20.00',
    originalAmount: '',
    convertedAmount: '76.00',
  });
  expect(formOf({ amount: 5, accountId: 'bank' })).toMatchObject({ amount: '5.00', originalAmount: '' });
});

test('what was never sent is forgotten when it is discarded', async () => {
  const id = await enter(adding(10), 'key');
  await changeEntry(id, discarded);
  expect(await allEntries()).toEqual([]);
});

test('a form that was opened before the addition was recorded changes it', async () => {
  const target = { type: 'expense', id: 't1', updated_at: 'v1' } as const;
  const entry = { act: { kind: 'change', target, body: { amount: 5, notes: 'a' } } } as unknown as Entry;
  expect(edited(entry, adding(7)).act).toEqual({
    kind: 'change',
    target,
    body: { type: 'expense', amount: 7, notes: 'a' },
  });
});

test('what its page has entered is answered there, and stays stored only without an answer', async () => {
  const answers: OwnAnswer[] = [];
  const own = new Map<number, (answer: OwnAnswer) => void>();
  const enterHere = async (amount: number) => {
    const id = await enter(adding(amount), `key ${amount}`, { sentAt: Date.now() });
    own.set(id, (answer) => answers.push(answer));
  };
  await enterHere(5);
  expect(await sendEntries('one', own)).toEqual({ arrived: 0, refused: 0, isCut: false });
  errors.push(400);
  await enterHere(6);
  await sendEntries('one', own);
  expect(answers).toMatchObject([{ is: 'saved' }, { is: 'refused', reason: { message: 'Refused.' } }]);
  // Until its page has given it back to its person.
  expect(await allEntries()).toMatchObject([{ refusal: { message: 'Refused.' } }]);
  errors.push('answer lost');
  await enterHere(7);
  expect(await sendEntries('one', own)).toMatchObject({ isCut: true });
  expect(await sendEntries('one')).toMatchObject({ arrived: 1 });
  expect(answers).toHaveLength(2);
  expect(amounts()).toEqual([5, 7]);
});

test.each([
  ['arrived', 'answer lost'],
  ['was lost', 'lost'],
] as const)('a change that %s is deleted with its transaction, without a conflict', async (_, error) => {
  await enter(adding(5), 'new');
  await sendEntries('one');
  const [row] = [...recorded.values()];
  const target = { type: 'expense', id: row?.id ?? '', updated_at: row?.updated_at } as const;
  const id = await enter({ kind: 'change', target, body: { amount: 9 } }, 'change');
  errors.push(error);
  await sendEntries('one');
  await edit(id, { kind: 'delete', target });
  expect(await sendEntries('one')).toMatchObject({ arrived: 1, refused: 0 });
  expect(amounts()).toEqual([]);
});

test.each([
  ['was recorded', 'answer lost', adding(5), adding(7)],
  ['was not', 'lost', adding(5), adding(7)],
  ['was recorded as a line', 'answer lost', line('5'), line('7')],
] as const)(
  'what was sent with a key before, and %s, is not recorded beside it',
  async (_, error, first, then) => {
    const id = await enterUnanswered(first, error);
    // A form sends all its attempts with one key, whatever was changed in between.
    await changeEntry(id, (entry) => ({ ...entry, act: then }));
    await sendEntries('one');
    expect(amounts()).toEqual([7]);
    expect(await allEntries()).toEqual([]);
  },
);

test('away from home nothing seems sent behind an entry that has expired', async () => {
  await enter(adding(5), 'key', { sentAt: Date.now() - 24 * HOUR });
  const id = await enter(adding(6), 'never sent');
  isAway = true;
  errors.push('lost');
  expect(await sendEntries('one')).toMatchObject({ arrived: 0, refused: 0, isCut: true });
  expect((await allEntries()).find((entry) => entry.id === id)?.sentAt).toBeUndefined();
  isAway = false;
  errors.length = 0;
  expect(await sendEntries('one')).toMatchObject({ arrived: 1, refused: 1, isCut: false });
  expect(amounts()).toEqual([6]);
});
