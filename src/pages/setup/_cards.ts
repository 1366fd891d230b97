import { amountField } from '../../domain/onboarding/choices.ts';
import { PRESETS } from '../../domain/onboarding/presets.ts';
import { frequencyWords } from '../../domain/recurring/schedule/frequency.ts';
import { ruleFrom } from '../../domain/recurring/schedule/rule-fields.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';

interface Card {
  /** The name of the field of its amount. */
  field: string;
  name: string;
  /** How often it recurs, or that the person has one already. */
  hint: string;
}

/** The cards of the presets, income first; `existing` are the names of the templates that a person has. */
export function cardsOf(
  { t, locale }: { t: Translate; locale: Locale },
  { today, existing }: { today: string; existing: ReadonlySet<string> },
): { id: string; title: string; cards: Card[] }[] {
  const cards = PRESETS.map((preset) => {
    const name = t(preset.name);
    const often = frequencyWords(ruleFrom(today, preset.rule), t, locale);
    const hint = existing.has(name) ? `${often}. ${t('onboarding:templates.added')}` : often;
    return { type: preset.type, field: amountField(preset), name, hint };
  });
  return [
    {
      id: 'setup-income',
      title: t('onboarding:income'),
      cards: cards.filter(({ type }) => type === 'income'),
    },
    {
      id: 'setup-expenses',
      title: t('onboarding:expenses'),
      cards: cards.filter(({ type }) => type === 'expense'),
    },
  ];
}
