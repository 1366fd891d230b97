import { AppearanceFields } from '../category-picker/AppearanceFields.tsx';
import { AppearanceFieldsContext } from '../category-picker/AppearanceFieldsContext.tsx';
import { RecurringWizard } from './RecurringWizard.tsx';
import type { WizardProperties } from './wizard-properties.ts';

/** The wizard in a page: everything is in its HTML. */
export function WizardOfPage(properties: WizardProperties) {
  return (
    <AppearanceFieldsContext value={AppearanceFields}>
      <RecurringWizard {...properties} />
    </AppearanceFieldsContext>
  );
}
