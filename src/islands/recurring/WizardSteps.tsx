import { useSay } from '../transaction/say.ts';
import { STEPS, type Step } from './wizard-properties.ts';

/** Which of the three steps this is. */
export function WizardSteps({ current }: { current: Step }) {
  const say = useSay();
  return (
    <ol className="wizard-steps when-repeats" aria-label={say('recurring:wizard.steps')}>
      {STEPS.map((step) => (
        <li aria-current={step === current ? 'step' : undefined} key={step}>
          {say(`recurring:wizard.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
