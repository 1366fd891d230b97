import { describe, expect, test } from 'vitest';
import { carryOn } from '../../src/domain/bulk-changes.ts';
import { type Actor, piecesOf, readBulkChange, start } from '../../src/domain/ledger/in-pieces.ts';
import { newDeletion } from '../../src/domain/ledger/ledger.ts';
import { planDeletion } from '../../src/domain/transactions/bulk/change-many.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import type { Person } from '../support/people.ts';
import { countTransactions, record } from '../support/transactions.ts';

const server = declareOwnedServer();

const many = Array.from({ length: 150 }, (_, place) => ({ amount: place + 1, description: `Row ${place}` }));

/** A deletion of two pieces, of which one is done. */
async function beginDeletion({ id }: Person): Promise<{ actor: Actor; changeId: string }> {
  const { db } = await server.database();
  const actor = { db, viewer: { id }, now: new Date() };
  const rows = await db.selectFrom('transactions').select('id').where('user_id', '=', id).execute();
  const plan = planDeletion(piecesOf(rows.map((row) => row.id).sort()), newDeletion(actor.now));
  const started = await start(actor, plan);
  if (!('id' in started)) throw new Error('It is done already.');
  await carryOn(actor, await readBulkChange(actor, started.id), () => true);
  return { actor, changeId: started.id };
}

describe.each(LOCALES)('in %s', (locale) => {
  const t = translator(locale);

  test('a long deletion shows how far it is, and leads on to its outcome and to undoing it', async () => {
    const { person, browser } = await createNewcomer(server, { language_preference: locale });
    await record(server, person, many);
    const { actor, changeId } = await beginDeletion(person);
    const address = `/transactions/bulk/${changeId}?return=%2Ftransactions%3Fsearch%3Drow`;

    const progress = await browser.open(address);
    expect(progress.status).toBe(200);
    expect(progress.html).toContain('<meta http-equiv="refresh" content="2"');
    expect(progress.html).toContain('value="100" max="150"');
    const words = textOf(progress.html);
    expect(words).toContain(t('list:bulkUnderWay.delete'));
    expect(words).toContain(t('transactions:bulk.progress', { done: '100', total: '150' }));

    await carryOn(actor, await readBulkChange(actor, changeId), () => false);
    const outcome = await browser.open(address);
    expect(outcome.address).toBe('/transactions?search=row');
    expect(textOf(outcome.html)).toContain(t('transactions:bulkDeleteSuccess', { count: 150 }));
    const restored = await browser.submit(outcome, outcome.form('undo_id'));
    expect(restored.address).toBe('/transactions?search=row');
    expect(textOf(restored.html)).toContain(t('list:restored', { count: 150 }));
    expect(await countTransactions(server, person)).toBe(150);
  });
});

test('the progress of another person cannot be seen', async () => {
  const { person } = await createNewcomer(server);
  await record(server, person, many);
  const { actor, changeId } = await beginDeletion(person);
  const { browser: stranger } = await createNewcomer(server);
  expect((await stranger.open(`/transactions/bulk/${changeId}`)).status).toBe(404);
  await carryOn(actor, await readBulkChange(actor, changeId), () => false);
  expect((await stranger.open(`/transactions/bulk/${changeId}`)).status).toBe(404);
});
