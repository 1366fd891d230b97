import type { Translate } from '../../browser/core/texts/translate.ts';
import { iconName, PALETTE } from '../../domain/categories/appearance/appearance.ts';
import { type Compared, differences } from '../../domain/categories/differences.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { ConflictNotice } from '../../islands/form/ConflictNotice.tsx';
import { TranslateContext } from '../../islands/hooks.ts';
import { CATEGORY_ICONS } from '../../ui/icons/names.ts';

type Values = Record<Compared, string>;

interface Properties {
  theirs: Values | null;
  mine: Values;
  takeHref: string;
  t: Translate;
}

const LABELS: Record<Compared, TextKey> = {
  name: 'common:name',
  type: 'common:type',
  description: 'transactions:form.description',
  color: 'transactions:picker.color',
  icon: 'transactions:picker.icon',
};

export function CategoryConflict({ theirs, mine, takeHref, t }: Properties) {
  const rowsOf = (values: Values) =>
    differences(theirs ?? mine, mine).map((field) => ({
      label: t(LABELS[field]),
      text: inWords(field, values[field], t),
    }));
  return (
    <TranslateContext value={t}>
      {theirs ? (
        <ConflictNotice
          title={t('manager:conflict.changedTitle')}
          text={t('transactions:conflict.changedText')}
          versions={{ theirs: rowsOf(theirs), mine: rowsOf(mine) }}
          takeHref={takeHref}
        />
      ) : (
        <ConflictNotice title={t('manager:conflict.goneTitle')} text={t('manager:conflict.goneText')} />
      )}
    </TranslateContext>
  );
}

function inWords(field: Compared, value: string, t: Translate): string {
  if (field === 'type') return t(value === 'income' ? 'common:income' : 'common:expense');
  const color = field === 'color' && PALETTE.find((entry) => entry.color === value.toUpperCase());
  if (color) return t(color.name);
  const icon = field === 'icon' && CATEGORY_ICONS.find((name) => name === value);
  return icon ? t(iconName(icon)) : value.trim();
}
