import { localNow } from '../../../domain/calendar.ts';
import { categoryName } from '../../../domain/categories/name.ts';
import { folded } from '../../../domain/folded-text.ts';
import { isOpening, isPaidBill } from '../../../domain/ledger/reserved-categories.ts';
import { shortenedTo } from '../../../domain/letters.ts';
import { accountName } from '../../../domain/money-accounts/name.ts';
import { isUnnamed } from '../../../domain/recurring/templates/read.ts';
import { lacksRate, shownAmounts } from '../../../domain/shown-amounts.ts';
import { cellName, LINE_CELLS } from '../../../domain/transactions/fields.ts';
import { type Entry, namedIn } from '../../../domain/transactions/present.ts';
import { isWhole, type Transfer } from '../../../domain/transactions/transfers/transfer.ts';
import { formatter, SIGNS } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { localeOfText } from '../../../i18n/locales.ts';
import { html, type Markup } from '../../../markup.ts';
import { NEUTRAL_COLOR } from '../../../ui/charts/colors.ts';
import { iconHref } from '../../../ui/icons/href.ts';
import { DEFAULT_CATEGORY_ICON, type IconName, isCategoryIcon } from '../../../ui/icons/names.ts';
import { DELETE, SKIP } from '../_bulk/bulk-form.ts';
import { nearDay } from './near-day.ts';

/** The look of what deletes. */
const ENDS = html` class="text-expense"`;

/** Letters of the notes below a description. */
const NOTES_SHOWN = 60;

/** What all rows of a table have in common. */
interface RowParts {
  /** After the address of each link. */
  query: string;
  /** Whether the rows can be ticked, and whether they are at first. */
  selection: 'none' | 'page' | 'all' | undefined;
  /** Where the category is: in a column, in the line below the description, or nowhere. */
  category: 'column' | 'below' | 'none';
  /** Where the date is: in a column, in the line below in place of all else, or nowhere. */
  date: 'column' | 'below' | 'none';
  /** Whether the account has a column. */
  account: boolean;
  hasActions: boolean;
  /** The accounts of the list, comma-separated: a transfer from or to another one has its sign. */
  accounts: string | undefined;
  /** The templates whose rows link to them and can be skipped. */
  series: Set<string> | undefined;
}

export const icon = (name: IconName): Markup =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${iconHref(name)}"></use></svg>`;

/**
 * Returns the function that draws a row as a string. As components, fifty rows took two of the five milliseconds of
 * processor time that a page of the list costs (`npm run bench throughput`).
 */
export function rowDrawer(
  parts: RowParts,
  { t, format, locale, viewer, context }: App.Locals,
): (entry: Entry) => Markup {
  const { query, selection, hasActions, series } = parts;
  const today = localNow(context.now, viewer?.preferences.timezone ?? 'UTC').date;
  const dayOf = ({ date }: Entry['row']) => nearDay(date, today, t) ?? format.date(date);
  const hasColumns = parts.category === 'column';
  const words = { income: t('common:income'), expense: t('common:expense') };
  const opening = t('categories:default.opening_balance');
  const billPaid = t('money:billPaid');
  const transferred = t('categories:default.transfer');
  const uncategorized = t('common:noCategory');
  const recurring = t('recurring:upcoming.series');
  const mark = html`${icon('Repeat')} <span>${recurring}</span>`;
  const skip = t('recurring:skip');
  const actions = t('common:actions');
  const dots = icon('Ellipsis');
  const links = [
    ['edit', t('transactions:dialog.editAction')],
    ['duplicate', t('common:duplicate')],
  ] as const;
  const remove = t('common:delete');
  const select = t('common:select');
  const boxState = html`${selection !== 'none' && html` checked`}${selection === 'all' && html` disabled`}`;
  const dateState = html` class="cell-below-end"${hasActions && html` data-edit="date"`}`;
  const amountState = hasActions && html` data-edit="amount"`;

  const dot = html`<span class="small muted"> · </span>`;
  const small = (texts: (string | Markup | null)[]) =>
    texts
      .filter(Boolean)
      .map((text, index) => html`${index > 0 && dot}<bdi class="small muted">${text}</bdi>`);
  const line = (texts: (string | Markup | null)[]) => texts.some(Boolean) && html`<br> ${small(texts)}`;
  // Beside a category and an account, it would leave three stumps on a phone.
  const lineOfPayee = (payee: string, others: (string | Markup)[]) =>
    html`<span class="small muted max-md:hidden"><br> <bdi>${payee}</bdi>${others.length > 0 && ' · '}</span>${small(others)}`;

  // What was paid in another currency is small, in the line below.
  const moneyOf = ({ row, account }: Entry, sign: string) => {
    const isForeign = viewer && row.original_currency !== null;
    if (!isForeign) return [sign + format.money(row.amount)];
    const shown = shownAmounts(row, viewer.currency, account.currency);
    const [first = '', ...others] = shown.map(
      ({ minor, currency }) => sign + formatter(currency, viewer.preferences).money(minor),
    );
    const paid = others.map((text) => html`<span class="whitespace-nowrap">${text}</span>`);
    return [first, ...paid, ...(lacksRate(row) ? [t('transactions:noRate')] : [])];
  };

  // A bank's own words tell rows of one description apart. What the description says already is left out.
  const payeeOf = ({ description, merchant_name, notes }: Entry['row']) => {
    const text = folded(merchant_name ?? notes ?? '');
    const said = folded(description);
    if (said.startsWith(text) || (merchant_name && text.startsWith(said))) return null;
    return merchant_name ?? shortenedTo(notes ?? '', NOTES_SHOWN, 4 * NOTES_SHOWN);
  };

  // The name stands right before the address: the two repeat together, and compress as one.
  const link = ({ id, description }: Entry['row'], mode: string, text: string) =>
    html`<a${mode === 'delete' && ENDS} aria-label="${text}: ${description}" href="/transactions/${id}/${mode}${query}" data-transaction="${mode}">${text}</a> `;
  // What belongs to a series asks first which of it is meant; of the payments of a purchase, its page asks.
  const deletion = (row: Entry['row']) =>
    row.template_id
      ? link(row, 'delete', remove)
      : row.installment_of !== null
        ? html`<a${ENDS} aria-label="${remove}: ${row.description}" href="/transactions/${row.id}/delete${query}">${remove}</a> `
        : html`<button${ENDS} type="submit" name="${DELETE}${row.id}" data-in-place data-transaction="delete" aria-label="${remove}: ${row.description}">${remove}</button> `;

  const templateOf = ({ template_id }: Entry['row']) =>
    template_id && series?.has(template_id) ? template_id : undefined;
  const seriesMark = (row: Entry['row'], name: string) =>
    templateOf(row)
      ? html` <a class="series-mark series-link" href="/recurring/${row.template_id}" aria-label="${recurring}: ${name}">${mark}</a>`
      : row.template_id && html` <span class="series-mark">${mark}</span>`;

  const drawTransfer = (entry: Entry, transfer: Transfer) => {
    const { row } = entry;
    const { id, fromAccount, toAccount } = transfer;
    const [from, to] = [accountName(fromAccount, locale), accountName(toAccount, locale)];
    const { type, amount, description } = row;
    const route = t('transactions:transfer.route', { from: isolated(from), to: isolated(to) });
    const page = `/transactions/transfer/${id}`;
    const isSided = !isWhole(transfer, parts.accounts);
    const sign = isSided ? SIGNS[type] : '';
    const signed = isSided ? (type === 'income' ? amount : -amount) : 0;
    const [money, ...paid] = moneyOf(entry, sign);
    const below = [
      ...(parts.date === 'below' ? [] : [isUnnamed({ name: description }) ? null : description]),
      ...paid,
      // The dates of rows are below each other.
      ...(parts.date === 'below' ? [dayOf(row)] : []),
    ];
    return html`<tr role="row" data-signed="${signed}">${
      selection &&
      html`<td role="cell" class="cell-select"><label><input type="checkbox" name="ids" value="${row.id}"${boxState} aria-label="${select}: ${route}"></label></td>`
    }<th role="rowheader" scope="row" class="cell-main"><span class="category"><svg class="category-icon" viewBox="0 0 40 40" color="${NEUTRAL_COLOR}" aria-hidden="true"><circle cx="20" cy="20" r="20"></circle><use href="${iconHref('ArrowLeftRight')}" x="10" y="10" width="20" height="20"></use></svg> <span><span><a class="row-link" href="${page}/edit${query}">${route}</a></span>${seriesMark(row, route)}${line(below)}</span></span></th>${
      hasColumns &&
      html`<td role="cell" class="cell-below muted">${transferred}</td>${
        parts.account &&
        html`<td role="cell" class="cell-below cell-account muted max-md:hidden"><bdi>${isSided && type === 'income' ? to : from}</bdi></td>`
      }${LINE_CELLS.map(() => html`<td role="cell" class="cell-below muted"></td>`)}`
    }${
      parts.date === 'column' &&
      html`<td role="cell" class="cell-below-end"><bdi>${format.date(row.date)}</bdi></td>`
    }<td role="cell" class="cell-end numeric"><span class="amount"><span class="visually-hidden">${transferred} </span><bdi>${money}</bdi></span></td>${
      hasActions &&
      html`<td role="cell" class="cell-menu"><details class="menu row-menu" name="menu" data-menu><summary class="button button-icon" aria-label="${actions}: ${route}">${dots}</summary><div class="menu-panel row-panel"><a aria-label="${links[0][1]}: ${route}" href="${page}/edit${query}">${links[0][1]}</a> <button${ENDS} type="submit" name="${DELETE}${row.id}" data-in-place aria-label="${remove}: ${route}">${remove}</button> </div></details></td>`
    }</tr>`;
  };

  return (entry) => {
    const { category, account, transfer } = entry;
    if (transfer) return drawTransfer(entry, transfer);
    const row = namedIn(entry.row, locale);
    const { id, description, type } = row;
    const page = `/transactions/${id}`;
    const writtenIn = localeOfText(description);
    const template = templateOf(row);
    const ofSeries = seriesMark(row, description);
    const ofPurchase =
      row.installment_of !== null &&
      html` <span class="small muted whitespace-nowrap" dir="auto">${t('money:payment', { number: row.installment_n ?? 1, total: row.installment_total ?? 1 })}</span>`;
    const isForeign = category && !category.default_key && category.language !== locale;
    // It pays a card from what nobody recorded: neither income nor an opening balance.
    const isBill = isPaidBill(row);
    const label = isBill ? billPaid : category ? categoryName(category, locale) : uncategorized;
    const language = isForeign && html` lang="${category.language}"`;
    const name = html`<bdi${language}>${label}</bdi>`;
    const picture = iconHref(
      category && isCategoryIcon(category.icon) ? category.icon : DEFAULT_CATEGORY_ICON,
    );
    const [money, ...paid] = moneyOf(entry, isBill && !parts.accounts ? '' : SIGNS[type]);
    const payee = payeeOf(row);
    const below =
      parts.date === 'below'
        ? [...paid, dayOf(row)]
        : [
            payee,
            ...paid,
            // Not isolated once more: an element whose text is all within another has no direction of its own.
            parts.category === 'below' && label !== description
              ? language
                ? html`<span${language}>${label}</span>`
                : label
              : null,
          ];
    return html`<tr role="row" data-signed="${type === 'income' ? row.amount : -row.amount}">${
      selection &&
      html`<td role="cell" class="cell-select"><label><input type="checkbox" name="ids" value="${id}"${boxState} aria-label="${select}: ${description}"></label></td>`
    }<th role="rowheader" scope="row" class="cell-main"><span class="category"><svg class="category-icon" viewBox="0 0 40 40" color="${category?.color ?? NEUTRAL_COLOR}" aria-hidden="true"><circle cx="20" cy="20" r="20"></circle><use href="${picture}" x="10" y="10" width="20" height="20"></use></svg> <span><span><a class="row-link" href="${page}/edit${query}" data-transaction="edit"><bdi${writtenIn && writtenIn !== locale && html` lang="${writtenIn}"`}>${description}</bdi></a>${ofPurchase}</span>${ofSeries}${payee && parts.account ? lineOfPayee(payee, paid) : line(below)}</span></span></th>${
      hasColumns &&
      html`<td role="cell" class="cell-below muted" data-edit="category">${name}</td>${
        parts.account &&
        html`<td role="cell" class="cell-below cell-account muted${paid.length > 0 && ' max-md:hidden'}" data-edit="account"><bdi>${accountName(account, locale)}</bdi></td>`
      }${LINE_CELLS.map(
        (line) =>
          html`<td role="cell" class="cell-below muted" data-edit="${cellName(line)}"><bdi>${row[line]}</bdi></td>`,
      )}`
    }${
      parts.date === 'column' && html`<td role="cell"${dateState}><bdi>${format.date(row.date)}</bdi></td>`
    }<td role="cell" class="cell-end numeric"${amountState}><span class="amount${!isBill && html` ${type}`}"><span class="visually-hidden">${isBill ? billPaid : isOpening(row.category_id) ? opening : words[type]} </span><bdi>${money}</bdi></span></td>${
      hasActions &&
      html`<td role="cell" class="cell-menu"><details class="menu row-menu" name="menu" data-menu><summary class="button button-icon" aria-label="${actions}: ${description}">${dots}</summary><div class="menu-panel row-panel">${links.map(([mode, text]) => link(row, mode, text))}${deletion(row)}${template && html`<button type="submit" name="${SKIP}${id}" data-in-place aria-label="${skip}: ${description}">${skip}</button>`}</div></details></td>`
    }</tr>`;
  };
}
