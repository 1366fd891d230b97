import { attribute, type Html, html } from '../../../ui/html.ts';
import { iconHref } from '../../../ui/icons/href.ts';
import { type Days, type Group, laterWords } from './day-groups.ts';

interface BodyParts {
  days: Days | undefined;
  /** The number of columns, and of those before the amount. */
  columns: number;
  beforeAmount: number;
}

type Locals = Pick<App.Locals, 't' | 'format'>;

/** The body of a table for each day, or for all rows of a list that is not sorted by date. */
export function tableBodies<Row>(
  groups: Group<Row>[],
  writeRow: (row: Row) => Html,
  parts: BodyParts,
  locals: Locals,
): string {
  const firstAhead = groups.find(({ isAhead }) => isAhead);
  const total = locals.t('list:dayTotal');
  let text = '';
  for (const group of groups) {
    if (group === firstAhead) text += laterBody(parts, locals);
    text += html`<tbody role="rowgroup"${attribute('class', group.isAhead ? 'ahead' : undefined)}>${dayRow(group, parts, total)}`;
    for (const row of group.rows) text += writeRow(row);
    text += '</tbody>';
  }
  return text;
}

function laterBody({ days, columns }: BodyParts, locals: Locals): Html | string {
  if (!days) return '';
  const { text, net } = laterWords(days, locals);
  return html`<tbody role="rowgroup"><tr role="row" class="day"><th role="rowheader" scope="rowgroup" colspan="${columns}">
    <details class="later" id="later"${days.later === 'open' && html` open`}><summary><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${iconHref('ChevronDown')}"></use></svg> <span>${text} <bdi class="inline-block max-w-full">${net}</bdi></span></summary></details>
  </th></tr></tbody>`;
}

function dayRow<Row>(
  { head }: Group<Row>,
  { columns, beforeAmount }: BodyParts,
  total: string,
): Html | undefined {
  const rest = columns - beforeAmount;
  return (
    head &&
    html`<tr role="row" class="day"><th role="rowheader" scope="rowgroup" colspan="${beforeAmount}"><bdi>${head.name}</bdi></th>
      <td role="cell" class="numeric"${attribute('colspan', rest > 1 ? rest : undefined)}>${head.cut ? html`<span>${head.cut} </span>` : html`<span class="visually-hidden">${total} </span>`}<bdi>${head.net}</bdi></td></tr>`
  );
}
