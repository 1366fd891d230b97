import type { ReactNode } from 'react';
import { LookFields } from '../category-picker/LookFields.tsx';
import { LookFieldsContext } from '../category-picker/LookFieldsContext.tsx';
import type { TransactionFormProperties } from './form-properties.ts';
import { TransactionForm } from './TransactionForm.tsx';

/** The form as pages have it: all of it is in their HTML. A slot `scope` asks how much of a series is meant. */
export function FormOfPage(properties: TransactionFormProperties & { scope?: ReactNode }) {
  return (
    <LookFieldsContext value={LookFields}>
      <TransactionForm {...properties} />
    </LookFieldsContext>
  );
}
