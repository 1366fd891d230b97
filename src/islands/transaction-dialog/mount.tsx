import { createRoot } from 'react-dom/client';
import { settingsOf } from '../../browser/core/page/dialog-settings.ts';
import { type Texts, translatorOf } from '../../browser/core/texts/translate.ts';
import { TranslateContext } from '../hooks.ts';
import { TransactionDialog } from './TransactionDialog.tsx';

export { loadCategories as loadForm } from '../../stores/categories.ts';

const mounted = new WeakSet<HTMLElement>();

/** Renders the dialog into its element; from then on it follows the store. A second call changes nothing. */
export function mountTransactionDialog(element: HTMLElement, texts: Texts): void {
  if (mounted.has(element)) return;
  mounted.add(element);
  // What shows a change is there when it is made.
  const prepare = () => {
    import('./refresh-page.ts').catch(() => undefined);
    import('../../browser/core/drafts/follow.ts').catch(() => undefined);
    // Or what keeps it, if the connection fails until then.
    import('../../stores/save-or-keep.ts').then(({ startQueue }) => startQueue()).catch(() => undefined);
  };
  element.addEventListener('input', prepare, { once: true });
  const settings = settingsOf(element);
  // It renders into the dialogs, which are beside it.
  createRoot(new DocumentFragment()).render(
    <TranslateContext value={translatorOf(texts, settings.language)}>
      <TransactionDialog settings={settings} texts={texts} />
    </TranslateContext>,
  );
}
