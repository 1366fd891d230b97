import { amountField } from '../../domain/onboarding/choices.ts';
import type { Existing } from '../../domain/onboarding/existing.ts';
import { PRESETS } from '../../domain/onboarding/presets.ts';
import { frequencyWords } from '../../domain/recurring/schedule/frequency.ts';
import { ruleFrom } from '../../domain/recurring/schedule/rule-fields.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';

interface Card {
  /** The name of the field of its amount. */
  field: string;
  name: string;
  /** How often it recurs. */
  hint: string;
  /** The template that the person has already, which takes the place of the field. */
  existing: Existing | undefined;
}

/** The cards of the presets, income first, with what is there already. */
export function cardsOf(
  { t, locale }: { t: Translate; locale: Locale },
  { today, existing }: { today: string; existing: readonly Existing[] },
): { id: string; title: string; cards: Card[] }[] {
  const cards = PRESETS.map((preset) => {
    const field = amountField(preset);
    const there = existing.find((one) => one.field === field);
    const hint = frequencyWords(there?.row ?? ruleFrom(today, preset.rule), t, locale);
    return { type: preset.type, field, name: t(preset.name), hint, existing: there };
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
