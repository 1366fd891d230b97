import type { TemplatePhaseRow, TemplateRow } from '../../../db/tables.ts';
import { instantOf, localNow, plusDays } from '../../calendar.ts';
import { nextOccurrence } from '../schedule/occurrence-dates.ts';

export type Phase = Omit<TemplatePhaseRow, 'user_id' | 'template_id'>;

/** Earlier phases are in order; the template's own values apply after the last one. */
export interface Template extends TemplateRow {
  earlier: readonly Phase[];
}

/** The fields that an occurrence takes from its template. */
export const CONTENT = [
  'description',
  'notes',
  'amount',
  'account_amount',
  'type',
  'category_id',
  'account_id',
  'account_to',
  'amount_to',
  'timezone',
  'preferred_time',
] as const satisfies (keyof Phase)[];

export const RHYTHM = [
  'interval_type',
  'interval',
  'day_of_month',
  'day_of_week',
  'start_date',
] as const satisfies (keyof Phase)[];

export type Content = Pick<Phase, (typeof CONTENT)[number]>;
export type PhaseRhythm = Pick<Phase, (typeof RHYTHM)[number]>;

export type PhaseValues = Content & PhaseRhythm;

const VALUES = [...CONTENT, ...RHYTHM];

export function valuesOf(source: PhaseValues): PhaseValues {
  return Object.fromEntries(VALUES.map((field) => [field, source[field]])) as unknown as PhaseValues;
}

/** Whether it moves money between two accounts; every phase does then, or none. */
export function isMoving({ account_to }: Pick<Content, 'account_to'>): boolean {
  return account_to !== null;
}

/** What it is to people. */
export function shownType({
  type,
  account_to,
}: Pick<Content, 'type' | 'account_to'>): Content['type'] | 'transfer' {
  return isMoving({ account_to }) ? 'transfer' : type;
}

export function valuesOn(template: Template, date: string): PhaseValues {
  return template.earlier.find(({ until }) => until >= date) ?? template;
}

/** The template's row with its values on a day; `start_date` is where that day's rhythm counts from. */
export function asOn({ earlier, ...row }: Template, date: string): TemplateRow {
  return { ...row, ...valuesOf(valuesOn({ earlier, ...row }, date)) };
}

/**
 * The template's row with its values on the next day, as shown on pages and in responses. Its version also changes when
 * another phase begins to be shown, so that a change based on the previous phase conflicts.
 */
export function asNext(template: Template, now: Date): TemplateRow {
  const today = localNow(now, template.timezone).date;
  const ended = template.earlier.findLast(({ until }) => until <= today);
  const shownSince = ended ? instantOf(ended.until, '00:00', template.timezone) : template.updated_at;
  const [updated_at = shownSince] = [template.updated_at, shownSince].sort().slice(-1);
  return { ...asOn(template, plusDays(today, 1)), updated_at };
}

/** The first day of the series, even if its rhythm has changed since. */
export function startOf({ earlier, start_date }: Pick<Template, 'earlier' | 'start_date'>): string {
  return earlier[0]?.start_date ?? start_date;
}

/** Identifies a phase among all of a person's templates, for the undo of deleted categories. */
export function phaseKey(templateId: string, { until }: Pick<Phase, 'until'>): string {
  return `${templateId} ${until}`;
}

export function templateOfKey(key: string): string {
  return key.split(' ')[0] ?? key;
}

/** Adds a phase that ends the day before a date, so that what follows can be changed. */
export function cutBefore(template: Template, date: string): Template {
  const until = plusDays(date, -1);
  const values = { ...valuesOf(valuesOn(template, until)), until };
  const later = template.earlier.filter((phase) => phase.until > until);
  return {
    ...template,
    earlier: [...template.earlier.filter((phase) => phase.until < until), values, ...later],
  };
}

/** Changes the phases from a date on, including the one that contains it, and the template's own values. */
export function mapFrom(
  template: Template,
  date: string | null,
  change: (values: PhaseValues, from: string | null) => PhaseValues,
): Template {
  let from = date;
  const earlier = template.earlier.map((phase) => {
    if (date !== null && phase.until < date) return phase;
    const changed = { ...phase, ...change(valuesOf(phase), from) };
    from = plusDays(phase.until, 1);
    return changed;
  });
  return joined({ ...template, ...change(valuesOf(template), from), earlier });
}

function joined(template: Template): Template {
  const earlier = template.earlier.filter((phase, index) => {
    const next: PhaseValues = template.earlier[index + 1] ?? template;
    return VALUES.some((field) => phase[field] !== next[field]);
  });
  return { ...template, earlier };
}

/** The template as it was on a last day that may lie before its last phases. */
export function trimmed(template: Template, lastDay: string): Template {
  return {
    ...template,
    ...valuesOf(valuesOn(template, lastDay)),
    earlier: template.earlier.filter(({ until }) => until < lastDay),
  };
}

export interface Price {
  from: string | null;
  until: string | null;
  amount: number;
  account_amount: number | null;
  type: TemplateRow['type'];
}

/** The prices of a template in order, without those that apply to none of its dates. */
export function pricesOf(template: Template): Price[] {
  const prices: Price[] = [];
  let start = startOf(template);
  for (const { amount, account_amount, type, until } of [...template.earlier, { ...template, until: null }]) {
    const first = nextOccurrence(template, start);
    const before = prices.at(-1);
    if (until !== null) start = plusDays(until, 1);
    if (first === null || (until !== null && first > until)) continue;
    const isSame = before?.amount === amount && before.account_amount === account_amount;
    if (before && isSame && before.type === type) before.until = until;
    else {
      const from = before?.until ? plusDays(before.until, 1) : null;
      prices.push({ from, until, amount, account_amount, type });
    }
  }
  const last = prices.at(-1);
  if (last) last.until = null;
  return prices;
}

export interface ContentChange {
  fields: Partial<Omit<Content, 'category_id'>>;
  /** A category of this type, or none; missing if it stays as it is. */
  category?: { id: string | null; type: Content['type'] } | undefined;
  /** In an account of another currency, what the amounts of each phase become. */
  money?: ((before: PhaseMoney) => Partial<PhaseMoney>) | undefined;
  /** Whether amounts are in the currencies of a phase's accounts; in others, amounts stay. */
  isIn?: ((values: PhaseMoney) => boolean) | undefined;
}

export type PhaseMoney = Pick<
  Content,
  'account_id' | 'amount' | 'account_amount' | 'account_to' | 'amount_to'
>;

/** A category of another type than the changed values is ignored. */
export function withContent<Values extends Content>(
  values: Values,
  { fields: sent, category, money, isIn }: ContentChange,
): Values {
  const { amount: _amount, account_amount: _charged, amount_to: _arriving, ...others } = sent;
  const fields = isIn && !isIn(values) ? others : sent;
  const type = fields.type ?? values.type;
  const unchanged = type === values.type ? values.category_id : null;
  const fits = category && (category.id === null || category.type === type);
  return { ...values, ...money?.(values), ...fields, category_id: fits ? category.id : unchanged };
}
