import { applyAlways, withdrawAlways } from '../../../domain/bank-files/preview/always.ts';
import { changeAlike, readLine, readOfferedAlike } from '../../../domain/bank-files/preview/change-alike.ts';
import { changeDecisions } from '../../../domain/bank-files/preview/decisions.ts';
import type { SignedIn } from '../../../domain/context.ts';
import { returnQuery } from '../../../http/pages/return-to.ts';
import { pressedRow } from '../../../http/pages/submit.ts';
import { type ImportView, tabOf } from './_view.ts';

interface Pressed {
  context: SignedIn;
  /** Of the import. */
  id: string;
  view: ImportView;
  /** What follows the prefix in the name of the button. */
  of: string;
  /** The value of the button. */
  value: string;
}

/** What buttons do that send the choices of the page on their way, by the prefixes of their names; each returns where it leads. */
const BUTTONS: [prefix: string, (pressed: Pressed) => string | Promise<string>][] = [
  ['go:', ({ view, of }) => (of === 'mapping' ? `${view.here}/mapping` : view.addressOf(tabOf(of)))],
  ['page:', ({ view, of }) => view.addressOf(view.tab, Number.parseInt(of, 10) || 1)],
  ['row:', ({ view, of }) => `${view.here}/rows/${Number(of)}${returnQuery(view.thisPage())}`],
  ['edit-rule:', ({ view, of }) => `/rules/${of}${returnQuery(view.thisPage())}`],
  ['move:', makeTransfer],
  ['alike:', makeTransfersAlike],
  ['rule:', createRule],
  ['unrule:', removeRule],
];

/** Does what the pressed button is for, and returns where it leads; undefined if it was none of these. */
export async function actOnRow(
  context: SignedIn,
  id: string,
  view: ImportView,
  form: FormData,
): Promise<string | undefined> {
  for (const [prefix, act] of BUTTONS) {
    const of = pressedRow(form, prefix);
    if (of !== undefined)
      return act({ context, id, view, of, value: form.get(prefix + of)?.toString() ?? '' });
  }
  return undefined;
}

async function makeTransfer({ context, id, view, of, value }: Pressed): Promise<string> {
  const line = await readLine(context, id, Number(of));
  await changeAlike(context, id, line, { decision: 'transfer', transferAccountId: value }, false);
  return rowAddress(view, line.number);
}

/** Makes those a transfer too that are like the row. */
async function makeTransfersAlike({ context, id, view, of }: Pressed): Promise<string> {
  const line = await readLine(context, id, Number(of));
  const decision = { decision: 'transfer', transferAccountId: line.other_account_id ?? '' } as const;
  const alike = await readOfferedAlike(context, id, line);
  await changeDecisions(context, id, {
    decisions: alike.map(({ number: index }) => ({ index, ...decision })),
  });
  return rowAddress(view, line.number, `&alike=${alike.length}`);
}

async function createRule({ context, id, view, of }: Pressed): Promise<string> {
  const line = await readLine(context, id, Number(of));
  const { rule, count } = await applyAlways(context, id, line);
  return rowAddress(view, line.number, `&ruled=${rule}&alike=${count}`);
}

async function removeRule({ context, id, view, of, value }: Pressed): Promise<string> {
  await withdrawAlways(context, id, value);
  return rowAddress(view, Number(of), '&unruled=1');
}

function rowAddress(view: ImportView, number: number, more = ''): string {
  return `${view.thisPage()}&row=${number}${more}#row-${number}`;
}
