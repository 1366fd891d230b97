import type { ReactNode } from 'react';
import { AppearanceFields } from '../category-picker/AppearanceFields.tsx';
import { NewCategory } from '../category-picker/NewCategory.tsx';
import { FormParts } from '../form/parts.tsx';
import { CardFields } from './CardFields.tsx';
import { MoreFields } from './MoreFields.tsx';
import { PaidFields, paidEntries } from './PaidFields.tsx';
import { TransactionConflict } from './TransactionConflict.tsx';
import { TransactionForm, type TransactionFormProperties } from './TransactionForm.tsx';

const PARTS = {
  AppearanceFields,
  CardFields,
  MoreFields,
  NewCategory,
  PaidFields,
  paidEntries,
  TransactionConflict,
};

/** The form in a page, whose HTML includes all its parts. */
export function FormOfPage(properties: TransactionFormProperties & { scope?: ReactNode }) {
  return (
    <FormParts value={PARTS}>
      <TransactionForm {...properties} />
    </FormParts>
  );
}
