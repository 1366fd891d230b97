import { createRoot } from 'react-dom/client';
import { type Texts, translatorOf } from '../translate.ts';
import { TranslateContext } from '../use-translate.ts';
import { settingsOf } from './dialog-settings.ts';
import { TransactionDialog } from './TransactionDialog.tsx';

const mounted = new WeakSet<HTMLElement>();

/** Brings the dialog to life in its place; from then on it follows the store. A second call changes nothing. */
export function mountTransactionDialog(element: HTMLElement, texts: Texts): void {
  if (mounted.has(element)) return;
  mounted.add(element);
  // Whoever types wants to know when it could not be saved; whoever only looks need not load that.
  element.addEventListener('input', () => import('../../browser/connection.ts'), { once: true });
  const settings = settingsOf(element);
  createRoot(element).render(
    <TranslateContext value={translatorOf(texts, settings.language)}>
      <TransactionDialog settings={settings} texts={texts} />
    </TranslateContext>,
  );
}
