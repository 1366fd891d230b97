import { GoneNotice, VersionsNotice } from '../form/ConflictNotice.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import { type Means, shownTemplate } from './shown-template.ts';
import type { WizardProperties, WizardValues } from './wizard-properties.ts';

type NoticeProperties = Pick<WizardProperties, 'writing' | 'categories' | 'language' | 'conflict'> & {
  form: IslandForm;
  /** Where the other version can be had; in a dialog `onTake` does it. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Says what happened to the template while it was being edited, their version beside what was typed. */
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
  // A new notice each time it was changed again.
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
