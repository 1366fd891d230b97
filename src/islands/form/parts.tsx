import { loadTexts } from 'virtual:dialog-texts/appearance';
import { type ComponentType, createContext, lazy, type ReactNode, Suspense } from 'react';
import type { AppearanceProperties } from '../category-picker/AppearanceFields.tsx';
import { useFormContext } from './island-form.tsx';

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

// If the details cannot be loaded, at least the existence of another version is shown.
function OnlyItsTitle() {
  const { t, conflict } = useFormContext();
  return (
    <p className="conflict" role="alert">
      {t(`transactions:conflict.${conflict === 'gone' ? 'gone' : 'changed'}Title`)}
    </p>
  );
}

export const LAZY_PARTS = {
  // If it cannot be loaded, the appearance is derived from the name.
  AppearanceFields: lazyPart<AppearanceProperties>(async () => {
    const parts = [import('../category-picker/AppearanceFields.tsx'), loadTexts()] as const;
    const [{ AppearanceFields }, texts] = await Promise.all(parts);
    return (properties) => <AppearanceFields {...properties} texts={texts} />;
  }),
  TransactionConflict: lazyPart(async () => {
    return (await import('../transaction-form/TransactionConflict.tsx')).TransactionConflict;
  }, OnlyItsTitle),
};

/** A page provides the parts, since they belong to its HTML; a dialog loads them when they are first shown. */
export const FormParts = createContext<typeof LAZY_PARTS>(LAZY_PARTS);
