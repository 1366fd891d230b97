import { createRoot } from 'react-dom/client';
import { settingsOf } from '../../browser/core/page/dialog-settings.ts';
import { SLOW } from '../../browser/core/request/limits.ts';
import { type Texts, translatorOf } from '../../browser/core/texts/translate.ts';
import { TranslateContext } from '../hooks.ts';
import { TransactionDialog } from './TransactionDialog.tsx';

const mounted = new WeakSet<HTMLElement>();

/** Renders the dialog into its element; from then on it follows the store. A second call has no effect. */
export function mountTransactionDialog(element: HTMLElement, texts: Texts): void {
  if (mounted.has(element)) return;
  mounted.add(element);
  const loadAhead = () => import('./ahead.ts').catch(() => undefined);
  element.addEventListener('input', loadAhead, { once: true });
  setTimeout(loadAhead, SLOW);
  const settings = settingsOf(element);
  // The content is rendered into the dialogs through portals.
  createRoot(new DocumentFragment()).render(
    <TranslateContext value={translatorOf(texts, settings.language)}>
      <TransactionDialog settings={settings} texts={texts} />
    </TranslateContext>,
  );
}
