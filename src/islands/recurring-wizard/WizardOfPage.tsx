import { AppearanceFields } from '../category-picker/AppearanceFields.tsx';
import { NewCategory } from '../category-picker/NewCategory.tsx';
import { FormParts } from '../form/parts.tsx';
import { RecurringWizard } from './RecurringWizard.tsx';
import type { WizardProperties } from './use-wizard.ts';

const PARTS = { AppearanceFields, NewCategory };

export function WizardOfPage(properties: WizardProperties) {
  return (
    <FormParts value={PARTS}>
      <RecurringWizard {...properties} />
    </FormParts>
  );
}
