import { expect, test } from 'vitest';
import { forEachEngine } from '../../support/databases.ts';
import { AHEAD, declareRent, PAST } from '../../support/rent.ts';
import type { Template } from '../../support/templates.ts';

forEachEngine((engine) => {
  const { testApp, rent, ask, datesMade } = declareRent(engine);
  const skip = () =>
    ask<{ undo_id: string }>('POST', `/templates/${rent.template.id}/skip`, { dates: ['2026-07-31'] });
  const remove = () => ask<{ undo_id: string }>('DELETE', `/templates/${rent.template.id}`);
  const undo = ({ undo_id }: { undo_id: string }) => ask('POST', '/restore', { undo_id });
  const skipped = async () =>
    (await ask<{ template: Template }>('GET', `/templates/${rent.template.id}`)).template.skipped_dates;

  test.each(['skip first', 'series first'])(
    'a skip and a deletion of the series are both undone, %s',
    async (order) => {
      const skip1 = await skip();
      testApp.advance(60);
      const removal = await remove();
      expect(await datesMade()).toEqual(PAST);
      const undoes = [skip1, removal];
      for (const one of order === 'skip first' ? undoes : undoes.reverse()) await undo(one);
      expect(await datesMade(rent.template.id)).toEqual([...PAST, ...AHEAD]);
      expect(await skipped()).toEqual([]);
    },
  );
});
