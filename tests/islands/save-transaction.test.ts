import { afterEach, expect, test, vi } from 'vitest';
import type { Act } from '../../src/browser/core/request/act.ts';
import { sendAct } from '../../src/stores/save-transaction.ts';

const target = { type: 'expense', id: '1', updated_at: undefined } as const;
const ACTS: [Act, object, string][] = [
  [{ kind: 'add', body: {} }, {}, 'transactions:createFailed'],
  [{ kind: 'change', target, body: {} }, {}, 'transactions:updateFailed'],
  [{ kind: 'delete', target }, { deleted_count: 0 }, 'transactions:deleteFailed'],
];

afterEach(() => vi.unstubAllGlobals());

test.each(ACTS)('%o fails when the answer has no result', async (act, data, message) => {
  vi.stubGlobal('document', { body: { dataset: {} } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  vi.stubGlobal('fetch', async () => Response.json({ data }, { headers: { 'x-request-id': '1' } }));
  await expect(sendAct(act, 'key')).rejects.toThrow(message);
});
