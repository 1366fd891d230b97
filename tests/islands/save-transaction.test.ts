import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Act } from '../../src/browser/core/request/act.ts';
import { creation } from '../../src/browser/core/request/creation.ts';
import { failureText } from '../../src/browser/core/request/failures.ts';
import { sendAct, transactionErrors } from '../../src/stores/save-transaction.ts';

const target = { type: 'expense', id: '1', updated_at: undefined } as const;
const ACTS: [Act, object, string][] = [
  [{ kind: 'add', body: {} }, {}, 'errors:addingFailed'],
  [{ kind: 'change', target, body: {} }, {}, 'errors:updatingFailed'],
  [{ kind: 'delete', target }, { deleted_count: 0 }, 'errors:deletingFailed'],
];

beforeEach(() => {
  vi.stubGlobal('document', { body: { dataset: {} } });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

test.each(ACTS)('%o fails when the answer has no result', async (act, data, message) => {
  vi.stubGlobal('fetch', async () => Response.json({ data }, { headers: { 'x-request-id': '1' } }));
  const error = await sendAct(act, 'key').catch((refused) => refused);
  const text =
    act.kind === 'delete'
      ? failureText(error, 'errors:deletingFailed')
      : transactionErrors(error, act.kind === 'change').form;
  expect(text).toBe(message);
});

test('a purchase in payments that an unanswered attempt has added is replaced by other values', async () => {
  const first = { id: '1', type: 'expense', updated_at: 'v1', installment: { n: 1, of: 3, total: 300 } };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${path}`);
    if (asked.length === 1) throw new TypeError('Failed to fetch');
    const headers = { 'x-request-id': '1' };
    if (asked.length === 2)
      return Response.json(
        { error: { code: 'IDEMPOTENCY_CONFLICT', message: '', details: { first: { transaction: first } } } },
        { status: 409, headers },
      );
    const data = method === 'DELETE' ? { deleted_count: 3 } : { transaction: { ...first, id: '2' } };
    return Response.json({ data }, { headers });
  });
  const created = creation();
  const body = { amount: 200, installments: 2 };
  const { transaction } = await sendAct({ kind: 'add', body }, created);
  expect(transaction.id).toBe('2');
  expect(asked.slice(2)).toEqual([
    'DELETE /api/v1/transactions/expense/1?deleteAll=true',
    'POST /api/v1/transactions/transaction',
  ]);
});
