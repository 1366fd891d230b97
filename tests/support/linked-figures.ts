import { translator } from '../../src/i18n/translate.ts';
import { textOf } from './html.ts';
import type { TextBrowser } from './text-browser.ts';

const EMPTY = translator('en')('list:noMatchTitle');

/** What the API sums up of a list. */
export interface Summary {
  income: number;
  expenses: number;
  net: number;
  total: number;
}

/** An amount in shekels as the page writes it. */
export const money = (amount: number) =>
  `${amount < 0 ? '\u2212' : ''}₪${Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

export interface LinkedRow {
  href: string;
  values: string[];
}

export function sectionOf(html: string, id: string): string {
  const start = html.indexOf(`aria-labelledby="${id}"`);
  return start === -1 ? '' : (html.slice(start).split('</section>')[0] ?? '');
}

const hrefIn = (html: string) => /<a\b[^>]*\shref="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
const textsOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, part = '']) => textOf(part).trim());

export function linkedRows(html: string, id: string): LinkedRow[] {
  return [...sectionOf(html, id).matchAll(/<tr[^>]*>((?:(?!<\/tr>)[\s\S])*)<\/tr>/g)].flatMap(
    ([, row = '']) => {
      const [, name = ''] = /<th[^>]*>([\s\S]*?)<\/th>/.exec(row) ?? [];
      const href = hrefIn(name);
      const values = textsOf(row, /<td[^>]*class="numeric"[^>]*>([\s\S]*?)<\/td>/g);
      return href ? [{ href, values }] : [];
    },
  );
}

export function linkedCells(html: string, id: string): LinkedRow[] {
  return [...sectionOf(html, id).matchAll(/<td[^>]*class="numeric"[^>]*>([\s\S]*?)<\/td>/g)].flatMap(
    ([, cell = '']) => {
      const href = hrefIn(cell);
      return href ? [{ href, values: [textOf(cell).trim()] }] : [];
    },
  );
}

export function linkedFigures(html: string, id?: string): LinkedRow[] {
  const part = id === undefined ? html : sectionOf(html, id);
  return [...part.matchAll(/<dt>[\s\S]*?<\/div>/g)].flatMap(([figure = '']) => {
    const href = hrefIn(figure);
    return href ? [{ href, values: textsOf(figure, /<dd[^>]*>([\s\S]*?)<\/dd>/g) }] : [];
  });
}

export function linkedNotes(html: string): { href: string; text: string }[] {
  return [...html.matchAll(/<dd class="small muted">([\s\S]*?)<\/dd>/g)].flatMap(([, note = '']) => {
    const href = hrefIn(note);
    return href ? [{ href, text: textOf(note).trim() }] : [];
  });
}

/** Follows a link to a list and reads its totals as written; an empty list says that it is. */
export async function listTotals(
  browser: TextBrowser,
  href: string,
): Promise<{ count: string; income: string; expenses: string }> {
  const { html } = await browser.open(href);
  if (html.includes(EMPTY)) return { count: '0', income: '₪0.00', expenses: '₪0.00' };
  const [, totals = ''] =
    /data-list="results"[\s\S]*?<dl class="totals list-totals">([\s\S]*?)<\/dl>/.exec(html) ?? [];
  const [count = '', income = '', expenses = ''] = textsOf(totals, /<dd[^>]*>([\s\S]*?)<\/dd>/g);
  return { count, income, expenses };
}
