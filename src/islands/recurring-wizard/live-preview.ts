import { pick, safeParse } from 'valibot';
import { PLAIN_MARKS } from '../../domain/amount-text.ts';
import { localNow } from '../../domain/calendar.ts';
import { monthlyEquivalent } from '../../domain/recurring/schedule/frequency.ts';
import {
  countBefore,
  nextOccurrence,
  occurrencesBetween,
  type Rule,
} from '../../domain/recurring/schedule/occurrence-dates.ts';
import { ruleFrom } from '../../domain/recurring/schedule/rule-fields.ts';
import { contradictionsOn } from '../../domain/recurring/templates/template.schema.ts';
import { SCHEDULE_FIELDS, scheduleOf, wizardSchema } from '../../domain/recurring/templates/wizard.schema.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { ShownPreview, WizardValues } from './wizard-properties.ts';

const SHOWN = 6;
const LAST_DATE = '9999-12-31';

// The dates do not depend on the notation of amounts.
const ANY = { ...PLAIN_MARKS, currency: 'ILS' } as const;

/** The rule of a form, or the message about the first missing or invalid field. */
export function ruleOf(
  values: WizardValues,
  today: string,
): { rule: Rule; timezone: string | undefined } | { error: string } {
  const schema = wizardSchema(values, { today, style: ANY, isNew: true });
  const checked = safeParse(pick(schema, SCHEDULE_FIELDS), values);
  if (!checked.success) return { error: checked.issues[0].message };
  const { start_date, timezone, ...schedule } = scheduleOf(checked.output);
  const fields = { ...schedule, start_date, timezone, description: 'any' };
  const [contradiction] = contradictionsOn(today)(fields, () => false);
  if (contradiction) return { error: contradiction.message };
  return { rule: ruleFrom(start_date, schedule), timezone };
}

/**
 * The preview of a new template while it is typed, by the same rules as on the server.
 * @param amount minor units, 0 if missing
 */
export function previewAsTyped(
  values: WizardValues,
  { today, amount, now, currency }: { today: string; amount: number; now: Date; currency: Currency },
): ShownPreview | { error: string } {
  const result = ruleOf(values, today);
  if ('error' in result) return result;
  const { rule, timezone } = result;
  const todayThere = timezone ? localNow(now, timezone).date : today;
  const [, from = todayThere] = [rule.start_date, todayThere].sort();
  return {
    dates: occurrencesBetween(rule, from, LAST_DATE, SHOWN),
    monthlyEquivalent: monthlyEquivalent(amount, rule, currency),
    past: countBefore(rule, todayThere),
  };
}

export function fallsOn(values: WizardValues, date: string, today: string): boolean {
  const result = ruleOf(values, today);
  return 'rule' in result && nextOccurrence(result.rule, date) === date;
}
