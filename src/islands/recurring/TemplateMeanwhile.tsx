import { useSay } from '../transaction/say.ts';
import type { TransactionFormState } from '../transaction/use-transaction-form.ts';
import { useTypedValues } from '../transaction/use-typed-values.ts';
import { GoneNotice, VersionsNotice } from '../transaction/VersionsNotice.tsx';
import { type Means, shownTemplate } from './shown-template.ts';
import type { WizardProperties, WizardValues } from './wizard-properties.ts';

type NoticeProperties = Pick<WizardProperties, 'values' | 'writing' | 'categories' | 'language'> & {
  form: TransactionFormState;
  meanwhile: WizardProperties['meanwhile'];
  /** Where the other version can be had; in a dialog `onTake` does it. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Says what happened to the series while it was being edited, their version beside what was typed. */
export function TemplateMeanwhile({ meanwhile, ...rest }: NoticeProperties) {
  const say = useSay();
  if (!meanwhile) return null;
  if (meanwhile === 'gone')
    return (
      <GoneNotice
        title={say('recurring:wizard.goneTitle')}
        text={say('recurring:wizard.goneText')}
        inDialog={Boolean(rest.onTake)}
      />
    );
  // Told once more when it was changed once more.
  return <Changed theirs={meanwhile.theirs} {...rest} key={JSON.stringify(meanwhile.theirs)} />;
}

function Changed({
  theirs,
  form,
  values,
  takeHref,
  onTake,
  ...given
}: Omit<NoticeProperties, 'meanwhile'> & { theirs: WizardValues }) {
  const say = useSay();
  const mine = { ...values, ...useTypedValues(form.element, values) };
  const means: Means = { say, ...given };
  const typed = shownTemplate(mine, means);
  const differences = shownTemplate(theirs, means)
    .map(({ label, text }, place) => ({ label, theirs: text, mine: typed[place]?.text ?? '' }))
    .filter((row) => row.theirs !== row.mine);
  return (
    <VersionsNotice
      title={say('recurring:wizard.changedTitle')}
      text={say('recurring:wizard.changedText')}
      differences={differences}
      takeHref={takeHref}
      onTake={onTake}
    />
  );
}
