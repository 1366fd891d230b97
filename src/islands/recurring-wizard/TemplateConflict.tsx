import { GoneNotice, VersionsNotice } from '../form/ConflictNotice.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import { type Means, shownTemplate } from './shown-template.ts';
import type { WizardProperties, WizardValues } from './wizard-properties.ts';

type NoticeProperties = Pick<WizardProperties, 'writing' | 'categories' | 'language' | 'conflict'> & {
  form: IslandForm;
  /** The address of the other version; in a dialog `onTake` is called instead. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Says how the template was changed while it was being edited, with that version beside the typed values. */
export function TemplateConflict({ conflict, ...rest }: NoticeProperties) {
  const t = useTranslate();
  if (!conflict) return null;
  if (conflict === 'gone')
    return (
      <GoneNotice
        title={t('recurring:wizard.goneTitle')}
        text={t('recurring:wizard.goneText')}
        inDialog={Boolean(rest.onTake)}
      />
    );
  // A new notice after each further change.
  return <Changed theirs={conflict.theirs} {...rest} key={JSON.stringify(conflict.theirs)} />;
}

function Changed({
  theirs,
  form,
  takeHref,
  onTake,
  ...given
}: Omit<NoticeProperties, 'conflict'> & { theirs: WizardValues }) {
  const t = useTranslate();
  const mine = useFormValues(form) as WizardValues;
  const means: Means = { t, ...given };
  const typed = shownTemplate(mine, means);
  const differences = shownTemplate(theirs, means)
    .map(({ label, text }, place) => ({ label, theirs: text, mine: typed[place]?.text ?? '' }))
    .filter((row) => row.theirs !== row.mine);
  return (
    <VersionsNotice
      title={t('recurring:wizard.changedTitle')}
      text={t('recurring:wizard.changedText')}
      differences={differences}
      takeHref={takeHref}
      onTake={onTake}
    />
  );
}
