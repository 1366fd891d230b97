import { AppearanceFields } from '../category-picker/AppearanceFields.tsx';
import { FormParts, LAZY_PARTS } from '../form/parts.tsx';
import { RecurringWizard } from './RecurringWizard.tsx';
import type { WizardProperties } from './use-wizard.ts';

const PARTS = { ...LAZY_PARTS, AppearanceFields };

export function WizardOfPage(properties: WizardProperties) {
  return (
    <FormParts value={PARTS}>
      <RecurringWizard {...properties} />
    </FormParts>
  );
}
