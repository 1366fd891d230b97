import { AppearanceFields } from '../category-picker/AppearanceFields.tsx';
import { AppearanceFieldsContext } from '../category-picker/AppearanceFieldsContext.tsx';
import { RecurringWizard } from './RecurringWizard.tsx';
import type { WizardProperties } from './wizard-properties.ts';

/** The wizard as pages have it: all of it is in their HTML. */
export function WizardOfPage(properties: WizardProperties) {
  return (
    <AppearanceFieldsContext value={AppearanceFields}>
      <RecurringWizard {...properties} />
    </AppearanceFieldsContext>
  );
}
