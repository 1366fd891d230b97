import { type ComponentType, createContext, lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { DRAFTS } from '../../browser/core/names.ts';
import type { FormRules } from '../../domain/transactions/schema.ts';
import type { CategoryChoice } from '../../stores/categories.ts';

/** A component loaded when it is first shown; if that fails, `Instead` is shown, by default nothing. */
export function lazyPart<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
  Instead: ComponentType<Properties> = () => null,
  fallback?: ReactNode,
): ComponentType<Properties> {
  const Loaded: ComponentType<Properties> = lazy(async () => ({
    default: await load().catch(() => Instead),
  }));
  return (properties) => (
    <Suspense fallback={fallback}>
      <Loaded {...properties} />
    </Suspense>
  );
}

/** The same for a part of a dialog, with the texts that only such parts need. */
export const laterPart: typeof lazyPart = (load, ...rest) =>
  lazyPart(
    async () => {
      const [Part, { withTexts }] = await Promise.all([load(), import('../dialog/later-texts.tsx')]);
      return withTexts(Part);
    },
    ...rest,
  );

/** Whether a draft may be filled in, for which all fields have to be there. */
export const mayHaveDraft = () => Boolean(globalThis.sessionStorage?.getItem(DRAFTS));

export interface NewCategoryProperties {
  /** Whether the form is hydrated. */
  enhanced: boolean;
  /** The element that folds it. */
  place: RefObject<HTMLDetailsElement | null>;
  /** Set there to what creates the typed category, and returns whether it did. */
  creator: RefObject<(() => Promise<boolean>) | undefined>;
  onArrival: () => void;
  onCreated: (category: CategoryChoice) => void;
  onCancel: () => void;
}

export interface MoreProperties {
  payees: string[] | undefined;
  recurs: boolean | undefined;
  onArrival: () => void;
}

/** What a page has in its HTML from the start; a dialog loads each when it is first shown. */
interface PartsOfPage {
  CardFields?: ComponentType;
  MoreFields?: ComponentType<MoreProperties>;
  PaidFields?: ComponentType;
  /** How what it asks is checked. */
  paidEntries?: FormRules['paid'];
  NewCategory?: ComponentType<NewCategoryProperties>;
  AppearanceFields?: ComponentType<{ enhanced: boolean }>;
  TransactionConflict?: ComponentType;
}

export const FormParts = createContext<PartsOfPage>({});
