import type { ReactNode } from 'react';
import { AppearanceFields } from '../category-picker/AppearanceFields.tsx';
import { AppearanceFieldsContext } from '../category-picker/AppearanceFieldsContext.tsx';
import type { TransactionFormProperties } from './form-properties.ts';
import { TransactionConflict } from './TransactionConflict.tsx';
import { TransactionConflictContext } from './TransactionConflictContext.tsx';
import { TransactionForm } from './TransactionForm.tsx';

/** The form in a page: everything is in its HTML. A slot `scope` asks how much of a recurring template changes. */
export function FormOfPage(properties: TransactionFormProperties & { scope?: ReactNode }) {
  return (
    <AppearanceFieldsContext value={AppearanceFields}>
      <TransactionConflictContext value={TransactionConflict}>
        <TransactionForm {...properties} />
      </TransactionConflictContext>
    </AppearanceFieldsContext>
  );
}
