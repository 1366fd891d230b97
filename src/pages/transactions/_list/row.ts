import { categoryName } from '../../../domain/categories/name.ts';
import { isOpening } from '../../../domain/ledger/opening.ts';
import type { Entry } from '../../../domain/transactions/present.ts';
import { SIGNS } from '../../../i18n/format.ts';
import { localeOfText } from '../../../i18n/locales.ts';
import { attribute, type Html, html } from '../../../ui/html.ts';
import { iconHref } from '../../../ui/icons/href.ts';
import { iconMarkup } from '../../../ui/icons/markup.ts';
import { DEFAULT_CATEGORY_ICON, isCategoryIcon } from '../../../ui/icons/names.ts';
import { SKIP } from './skip.ts';

/** What the rows of a table have. */
export interface RowParts {
  /** After the address of each link. */
  query: string;
  /** Whether rows can be ticked, and which are at first. */
  selection?: 'none' | 'page' | 'all' | undefined;
  /** Where the category stands: in a column, in the line below the description, or nowhere. */
  category: 'column' | 'below' | 'none';
  /** Where the date stands: in a column, in the line below in place of all else, or nowhere. */
  date: 'column' | 'below' | 'none';
  hasActions: boolean;
  /** The templates whose rows link to them and can be skipped. */
  series?: Set<string> | undefined;
}

type Locals = Pick<App.Locals, 't' | 'format' | 'locale'>;

/** The function that writes a row of a table; what all of them share is found out once. */
export function rowWriter(parts: RowParts, locals: Locals): (entry: Entry) => Html {
  const { query, category: place, date: datePlace, hasActions, series } = parts;
  const { t, format, locale } = locals;
  const words = { income: t('common:income'), expense: t('common:expense') };
  const opening = t('categories:default.opening_balance');
  const dateLabel = t('list:dateLabel');
  const uncategorised = t('dashboard:uncategorised');
  const recurring = t('recurring:upcoming.series');
  const mark = html`${iconMarkup('Repeat')} <span>${recurring}</span>`;
  const box = boxWriter(parts, locals);
  const menu = menuWriter(parts, locals);

  const lineBelow = (payee: string | null, category: Html) => {
    if (place === 'column' || (place === 'none' && !payee))
      return payee && html`<br> <bdi class="small muted">${payee}</bdi>`;
    return html`<br> ${payee && html`<bdi class="small muted">${payee}</bdi>`}
      ${place === 'below' && html`${payee && html`<span class="small muted"> · </span>`}<span class="small muted">${category}</span>`}`;
  };

  return ({ row, category }) => {
    const { id, description, type } = row;
    const page = `/transactions/${id}`;
    const template = row.template_id && series?.has(row.template_id) ? row.template_id : undefined;
    const icon = category && isCategoryIcon(category.icon) ? category.icon : DEFAULT_CATEGORY_ICON;
    const name = html`<bdi${languageOf(category, locale)}>${category ? categoryName(category, locale) : uncategorised}</bdi>`;
    const written = localeOfText(description);
    return html`<tr role="row" data-signed="${type === 'income' ? row.amount : -row.amount}">${box(row)}
      <th role="rowheader" scope="row" class="cell-main"><span class="category">
        <svg class="category-icon" viewBox="0 0 40 40" color="${category?.color ?? '#6b7889'}" aria-hidden="true"><circle cx="20" cy="20" r="20"></circle><use href="${iconHref(icon)}" x="10" y="10" width="20" height="20"></use></svg>
        <span><span>
          <a class="row-link" href="${page}/edit${query}" data-transaction="edit"><bdi${attribute('lang', written === locale ? undefined : written)}>${description}</bdi></a>${template && html` <a class="series-link" href="/recurring/${template}" aria-label="${recurring}: ${description}">${mark}</a>`}${row.template_id !== null && !template && html`&nbsp;<span class="series-mark">${mark}</span>`}
        </span> ${datePlace === 'below' ? html`<br> <bdi class="small muted">${format.date(row.date)}</bdi>` : lineBelow(row.merchant_name, name)}</span>
      </span></th>
      ${place === 'column' && html`<td role="cell" class="cell-below muted" data-edit="category">${name}</td>`}
      ${datePlace === 'column' && html`<td role="cell"${attribute('class', place === 'column' ? 'cell-below-end' : undefined)}${attribute('data-edit', hasActions ? 'date' : undefined)}${attribute('data-label', place === 'column' ? undefined : dateLabel)}><bdi>${format.date(row.date)}</bdi></td>`}
      <td role="cell" class="cell-end numeric"${attribute('data-edit', hasActions ? 'amount' : undefined)}><span class="amount ${type}"><span class="visually-hidden">${isOpening(row.category_id) ? opening : words[type]} </span><bdi>${SIGNS[type]}${format.money(row.amount)}</bdi></span></td>
      ${menu(row, page, template)}</tr>`;
  };
}

function languageOf(category: Entry['category'], locale: string): Html {
  const isForeign = category && !category.default_key && category.language !== locale;
  return attribute('lang', isForeign ? category.language : undefined);
}

function boxWriter({ selection }: RowParts, { t }: Locals) {
  const select = t('list:select');
  const state = html`${selection !== 'none' && html` checked`}${selection === 'all' && html` disabled`}`;
  return ({ id, description }: Entry['row']) =>
    selection &&
    html`<td role="cell" class="cell-select"><label><input type="checkbox" name="ids" value="${id}"${state} aria-label="${select}: ${description}"></label></td>`;
}

function menuWriter({ hasActions, query }: RowParts, { t }: Locals) {
  const skip = t('recurring:upcoming.skip');
  const dots = iconMarkup('Ellipsis');
  const actions = t('common:actions');
  const links = [
    ['edit', t('transactions:dialog.editAction')],
    ['duplicate', t('list:duplicate')],
    ['delete', t('list:delete')],
  ] as const;
  // The name stands right before the address: the two repeat together, and compress as one.
  const [edit, duplicate, remove] = links.map(
    ([mode, text]) =>
      (page: string, of: string) =>
        html`<a aria-label="${text}: ${of}" href="${page}/${mode}${query}" data-transaction="${mode}">${text}</a>`,
  );
  return ({ id, description: of }: Entry['row'], page: string, template: string | undefined) =>
    hasActions &&
    html`<td role="cell" class="cell-menu"><details class="menu row-menu" data-menu><summary class="button button-icon" aria-label="${actions}: ${of}">${dots}</summary>
      <div class="menu-panel row-panel">${edit?.(page, of)} ${duplicate?.(page, of)} ${remove?.(page, of)}
        ${template && html`<button type="submit" name="${SKIP}${id}" data-in-place aria-label="${skip}: ${of}">${skip}</button>`}</div>
    </details></td>`;
}
