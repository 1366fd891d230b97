import { type ComponentType, createContext, lazy, type ReactNode, Suspense } from 'react';
import type { FormRules } from '../../domain/transactions/schema.ts';

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
  AppearanceFields?: ComponentType<{ enhanced: boolean }>;
  TransactionConflict?: ComponentType;
}

export const FormParts = createContext<PartsOfPage>({});
