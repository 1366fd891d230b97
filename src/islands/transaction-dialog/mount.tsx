import { createRoot } from 'react-dom/client';
import { settingsOf } from '../../browser/core/page/dialog-settings.ts';
import { type Texts, translatorOf } from '../../browser/core/texts/translate.ts';
import { TranslateContext } from '../hooks.ts';
import { loadSaving } from './FormPanel.tsx';
import { TransactionDialog } from './TransactionDialog.tsx';

const mounted = new WeakSet<HTMLElement>();

/** Renders the dialog into its element; from then on it follows the store. A second call has no effect. */
export function mountTransactionDialog(element: HTMLElement, texts: Texts): void {
  if (mounted.has(element)) return;
  mounted.add(element);
  // Loads the code that shows a change before there is one.
  const prepare = () => {
    import('./refresh-page.ts').catch(() => undefined);
    import('../../browser/core/drafts/follow.ts').catch(() => undefined);
    loadSaving().catch(() => undefined);
    import('../transaction-form/MoreFields.tsx').catch(() => undefined);
    import('../category-picker/NewCategory.tsx').catch(() => undefined);
  };
  element.addEventListener('input', prepare, { once: true });
  const settings = settingsOf(element);
  // The content is rendered into the dialogs through portals.
  createRoot(new DocumentFragment()).render(
    <TranslateContext value={translatorOf(texts, settings.language)}>
      <TransactionDialog settings={settings} texts={texts} />
    </TranslateContext>,
  );
}
