import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/browser/core/request/api-client.ts';
import { type Creation, creation } from '../../../../src/browser/core/request/creation.ts';

interface Thing {
  id: number;
  name: string;
}

const things: Thing[] = [];
const byKey = new Map<string, Thing & { sent: string }>();
const keys: string[] = [];
/** What happens to the next posts; those after them are answered. */
const errors: ('lost' | 'answer lost' | 500 | 400)[] = [];

beforeEach(() => {
  for (const list of [things, keys, errors]) list.length = 0;
  byKey.clear();
  vi.stubGlobal('document', { body: { dataset: {} } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  // A pause before another attempt is over at once.
  const later = setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void) => later(work, 0));
  vi.stubGlobal('fetch', async (_path: string, { body, headers }: RequestInit) => {
    const error = errors.shift();
    if (error === 'lost') throw new TypeError('Failed to fetch');
    const key = new Headers(headers).get('idempotency-key') ?? '';
    const answer = error === 400 ? refused(400, 'VALIDATION_ERROR') : answerTo(key, JSON.parse(String(body)));
    if (error === 'answer lost') throw new TypeError('Failed to fetch');
    return error === 500 ? refused(500, 'SERVER_ERROR') : answer;
  });
});

afterEach(() => vi.unstubAllGlobals());

const refused = (status: number, code: string, details?: object) =>
  Response.json({ error: { code, message: '', details } }, { status });

/** Like the server: a key creates once, and with other content it tells what it has created. */
function answerTo(key: string, { name }: Thing): Response {
  keys.push(key);
  const first = byKey.get(key);
  if (first && first.sent !== name) return refused(409, 'IDEMPOTENCY_CONFLICT', { first: { id: first.id } });
  const id = first?.id ?? things.push({ id: things.length, name }) - 1;
  byKey.set(key, { id, name, sent: name });
  return Response.json({ data: { id } }, { status: 201 });
}

const save = (one: Creation, name: string) =>
  one.create('/things', { name }, async ({ id }: Thing) => {
    things[id] = { id, name };
    return { id, name };
  });
const names = () => things.map(({ name }) => name);

// It is sent twice at once.
test.each([['lost'], ['answer lost'], [500]] as const)(
  'saved again with other content after it was %s: one thing, changed',
  async (error) => {
    const one = creation();
    errors.push(error, error);
    await expect(save(one, 'first')).rejects.toThrow();
    expect(one.triedAt()).toBeGreaterThan(0);
    await save(one, 'second');
    expect(names()).toEqual(['second']);
    expect(new Set(keys).size).toBe(1);
    expect(one.triedAt()).toBeUndefined();
    await save(one, 'third');
    expect(names()).toEqual(['second', 'third']);
  },
);

test('a key that has outlived its page creates nothing twice', async () => {
  const before = creation();
  errors.push('answer lost', 'answer lost');
  await expect(save(before, 'first')).rejects.toThrow();
  await save(creation(before.key()), 'second');
  expect(names()).toEqual(['second']);
});

test('a refusal has created nothing, and takes nothing from what was tried before', async () => {
  const one = creation();
  errors.push(400, 'lost', 'lost', 400);
  await expect(save(one, 'first')).rejects.toThrow();
  expect(one.triedAt()).toBeUndefined();
  await expect(save(one, 'second')).rejects.toThrow();
  await expect(save(one, 'third')).rejects.toThrow();
  expect(one.triedAt()).toBeGreaterThan(0);
});

test.each([['lost'], ['answer lost']] as const)(
  'what may have been created (%s) is withdrawn',
  async (error) => {
    const one = creation();
    const removed: number[] = [];
    const withdraw = () => one.withdraw(async ({ id }: Thing) => void removed.push(id));
    await withdraw();
    errors.push(error, error);
    await expect(save(one, 'first')).rejects.toThrow();
    await withdraw();
    await withdraw();
    expect(removed).toEqual([0]);
  },
);

interface Recorded {
  transaction: { id: string };
}

test.each([
  ['the same', 'Coffee'],
  ['other', 'Tea'],
])(
  'what was created and deleted since is told, and created by another attempt, with %s content',
  async (_content, name) => {
    const there = new Set<string>();
    const sent = new Map<string, { id: string; name: string }>();
    vi.stubGlobal('fetch', async (path: string, { method, body, headers }: RequestInit) => {
      const asked = path.split('/').at(-1) ?? '';
      if (method !== 'POST')
        return there.has(asked) ? Response.json({ data: {} }) : refused(404, 'NOT_FOUND');
      const key = new Headers(headers).get('idempotency-key') ?? '';
      const first = sent.get(key);
      const { name: given } = JSON.parse(String(body));
      const id = first?.id ?? `t${sent.size}`;
      const data = { transaction: { id } };
      if (first && first.name !== given) return refused(409, 'IDEMPOTENCY_CONFLICT', { first: data });
      if (!first) there.add(id);
      sent.set(key, { id, name: given });
      if (errors.shift() === 'answer lost') throw new TypeError('Failed to fetch');
      return Response.json({ data }, { headers: first ? { 'idempotency-replayed': 'true' } : {} });
    });
    const one = creation();
    const record = (what: string) =>
      one.create('/transactions/line', { name: what }, async ({ transaction }: Recorded) => {
        if (!there.has(transaction.id)) throw new ApiError(404, 'NOT_FOUND', '');
        return { transaction };
      });
    errors.push('answer lost', 'answer lost');
    await expect(record('Coffee')).rejects.toThrow();
    there.clear();
    await expect(record(name)).rejects.toMatchObject({ code: 'UNDONE_SINCE' });
    expect(there.size).toBe(0);
    await record(name);
    expect(there.size).toBe(1);
  },
);
