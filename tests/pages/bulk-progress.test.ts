import { describe, expect, test } from 'vitest';
import { readBulkChange } from '../../src/domain/long-work/long-work.ts';
import { resume } from '../../src/domain/long-work/resume.ts';
import { planRestoring } from '../../src/domain/transactions/restore.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import {
  addressOf,
  begin,
  beginDeletion,
  beginMerge,
  contextOf,
  countIn,
  recordMany,
} from '../support/begun-changes.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import type { TextBrowser, TextPage } from '../support/text-browser.ts';
import { countTransactions } from '../support/transactions.ts';

const server = declareOwnedServer();

function stop(browser: TextBrowser, page: TextPage) {
  const form = formsOf(page.html).find(({ action }) => action.startsWith('/transactions/bulk/'));
  if (!form) throw new Error('There is no button.');
  return browser.submit(page, form);
}

describe.each(LOCALES)('in %s', (locale) => {
  const t = translator(locale);

  test('a long deletion shows how far it is, and leads on to its outcome and to undoing it', async () => {
    const { person, browser } = await createNewcomer({ language_preference: locale });
    await recordMany(person, 150);
    const { actor, changeId } = await beginDeletion(server, person);
    const address = `/transactions/bulk/${changeId}?return=%2Ftransactions%3Fsearch%3Drow`;

    const progress = await browser.open(address);
    expect(progress.status).toBe(200);
    expect(progress.html).toContain('<meta http-equiv="refresh" content="2"');
    expect(progress.html).toContain('value="100" max="150"');
    const words = textOf(progress.html);
    expect(words).toContain(t('list:bulkUnderWay.delete'));
    expect(words).toContain(t('transactions:bulk.progress', { done: '100', total: '150' }));

    await resume(actor, await readBulkChange(actor, changeId), () => false);
    const outcome = await browser.open(address);
    expect(outcome.address).toBe('/transactions?search=row');
    expect(textOf(outcome.html)).toContain(t('transactions:bulkDeleteSuccess', { count: 150 }));
    const restored = await browser.submit(outcome, outcome.form('undo_id'));
    expect(restored.address).toBe('/transactions?search=row');
    expect(textOf(restored.html)).toContain(t('list:restored', { count: 150 }));
    expect(await countTransactions(person)).toBe(150);
  });
});

describe.each(LOCALES)('in %s a person without scripts', (locale) => {
  const t = translator(locale);

  test('stops a deletion, is told what was done, and restores it', async () => {
    const { person, browser } = await createNewcomer({ language_preference: locale });
    await recordMany(person, 150);
    const { changeId } = await beginDeletion(server, person);
    const progress = await browser.open(addressOf(changeId, '/transactions?search=row'));
    expect(textOf(progress.html)).toContain(t('list:bulkStopText'));
    const outcome = await stop(browser, progress);
    expect(outcome.address).toBe('/transactions?search=row');
    const words = textOf(outcome.html);
    expect(words).toContain(t('transactions:bulk.deleteSuccess', { count: 100 }));
    expect(words).toContain(t('transactions:bulk.stopped', { count: 50 }));
    expect(await countTransactions(person)).toBe(50);
    await browser.submit(outcome, outcome.form('undo_id'));
    expect(await countTransactions(person)).toBe(150);
  });

  test('sees a merge go on to its outcome, undoes it, stops that, and undoes the rest', async () => {
    const { person, browser } = await createNewcomer({ language_preference: locale });
    const { actor, changeId, plan, from, into } = await beginMerge(server, person, locale);
    const address = addressOf(changeId, '/categories?search=f');
    const progress = await browser.open(address);
    expect(progress.html).toContain('value="100" max="150"');
    expect(textOf(progress.html)).toContain(t('list:bulkUnderWay.remove'));
    await resume(actor, await readBulkChange(actor, changeId), () => false);
    const outcome = await browser.open(address);
    expect(outcome.address).toBe('/categories?search=f');
    expect(textOf(outcome.html)).toContain(t('manager:merged', { from: 'Cafes', into: 'Food' }));
    expect(textOf(outcome.html)).toContain(t('manager:moved', { count: 150 }));
    expect(outcome.form('undo_id').fields.undo_id).toBe(plan.deletionId);

    const undo = await begin(
      actor,
      await planRestoring(await contextOf(server, person, locale), plan.deletionId),
    );
    const undoing = await browser.open(addressOf(undo.changeId, '/categories'));
    expect(textOf(undoing.html)).toContain(t('list:bulkUnderWay.restore'));
    const stopped = await stop(browser, undoing);
    const words = textOf(stopped.html);
    expect(words).toContain(t('manager:undoneNamed', { count: 1, names: isolated('Cafes') }));
    expect(words).toContain(t('manager:moved', { count: 100 }));
    expect(words).toContain(t('list:restoreStopped', { count: 50 }));
    expect([await countIn(person, from), await countIn(person, into)]).toEqual([100, 50]);
    const restored = await browser.submit(stopped, stopped.form('undo_id'));
    expect(textOf(restored.html)).toContain(t('manager:moved', { count: 50 }));
    expect([await countIn(person, from), await countIn(person, into)]).toEqual([150, 0]);
  });

  test('stops a merge, is told what was moved, and takes it back', async () => {
    const { person, browser } = await createNewcomer({ language_preference: locale });
    const { changeId, from, into } = await beginMerge(server, person, locale);
    const outcome = await stop(browser, await browser.open(addressOf(changeId, '/categories')));
    const words = textOf(outcome.html);
    expect(words).toContain(t('manager:moved', { count: 100 }));
    expect(words).toContain(t('manager:removalStopped', { count: 50 }));
    expect([await countIn(person, from), await countIn(person, into)]).toEqual([50, 100]);
    await browser.submit(outcome, outcome.form('undo_id'));
    expect([await countIn(person, from), await countIn(person, into)]).toEqual([150, 0]);
  });
});

test('the progress of another person cannot be seen', async () => {
  const { person } = await createNewcomer();
  await recordMany(person, 150);
  const { actor, changeId } = await beginDeletion(server, person);
  const { browser: stranger } = await createNewcomer();
  const address = `/transactions/bulk/${changeId}`;
  const sent = (await stranger.open('/transactions/new')).form('_csrf').fields;
  for (const refused of [await stranger.open(address), await stranger.post(address, sent)])
    expect(refused.status).toBe(404);
  await resume(actor, await readBulkChange(actor, changeId), () => false);
  expect((await stranger.open(`/transactions/bulk/${changeId}`)).status).toBe(404);
});
