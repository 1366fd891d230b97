import { afterEach, expect, test, vi } from 'vitest';
import type { Act } from '../../src/browser/core/request/act.ts';
import { failureText } from '../../src/browser/core/request/failures.ts';
import { sendAct, transactionErrors } from '../../src/stores/save-transaction.ts';

const target = { type: 'expense', id: '1', updated_at: undefined } as const;
const ACTS: [Act, object, string][] = [
  [{ kind: 'add', body: {} }, {}, 'errors:addingFailed'],
  [{ kind: 'change', target, body: {} }, {}, 'errors:updatingFailed'],
  [{ kind: 'delete', target }, { deleted_count: 0 }, 'errors:deletingFailed'],
];

afterEach(() => vi.unstubAllGlobals());

test.each(ACTS)('%o fails when the answer has no result', async (act, data, message) => {
  vi.stubGlobal('document', { body: { dataset: {} } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  vi.stubGlobal('fetch', async () => Response.json({ data }, { headers: { 'x-request-id': '1' } }));
  const error = await sendAct(act, 'key').catch((refused) => refused);
  const text =
    act.kind === 'delete'
      ? failureText(error, 'errors:deletingFailed')
      : transactionErrors(error, act.kind === 'change').form;
  expect(text).toBe(message);
});
