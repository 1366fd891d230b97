import { LookFields } from '../category-picker/LookFields.tsx';
import { LookFieldsContext } from '../category-picker/LookFieldsContext.tsx';
import { RecurringWizard } from './RecurringWizard.tsx';
import type { WizardProperties } from './wizard-properties.ts';

/** The wizard as pages have it: all of it is in their HTML. */
export function WizardOfPage(properties: WizardProperties) {
  return (
    <LookFieldsContext value={LookFields}>
      <RecurringWizard {...properties} />
    </LookFieldsContext>
  );
}
