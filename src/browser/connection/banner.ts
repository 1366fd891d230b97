import type { TextKey } from '../../i18n/texts.ts';
import { toast } from '../core/notices/toast.ts';
import { keepClear } from '../core/notices/toast-place.ts';
import { closeButton, element, smallButton } from '../core/page/element.ts';
import { momentText, type Translate } from '../core/texts/translate.ts';
import type { ConnectionState, Health } from './health.ts';
import { RECOVERY_EVERY, RECOVERY_TRIES } from './recovery-limits.ts';

type Kind = ConnectionState['kind'];

const TEXTS: Partial<Record<Kind, TextKey>> = {
  offline: 'failures:connection.offline',
  waking: 'failures:connection.waking',
  stored: 'failures:connection.stored',
  issues: 'failures:connection.issues',
};

/** Draws the connection banner among the notices, which never cover controls. Its countdown is not announced. */
export function createBanner(
  t: Translate,
  health: () => Health,
  onRestored: () => Promise<void>,
): (state: ConnectionState) => void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  let current: HTMLElement | undefined;
  let kind: Kind = 'fine';
  let isDismissed = false;
  let ticking: ReturnType<typeof setInterval> | undefined;

  function remove(): void {
    clearInterval(ticking);
    if (current?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true });
    current?.remove();
    current = undefined;
  }

  function draw(region: HTMLElement, state: ConnectionState): void {
    const key = TEXTS[state.kind];
    const text = (key ? t(key) : '') + seenAt(t);
    if (state.kind !== kind) announce(region, text);
    const focused = current?.contains(document.activeElement) ? document.activeElement : null;
    const [banner, message] = drawNotice('warning', text, buttonsFor(state, region));
    banner.dataset.connection = state.kind;
    if (state.kind === 'issues') {
      // Two buttons would leave the text a narrow column.
      message.classList.add('basis-full');
      count(message, text, state);
    }
    if (current) current.replaceWith(banner);
    else region.prepend(banner);
    current = banner;
    const buttons = [...banner.querySelectorAll('button')];
    const same = buttons.find(({ textContent }) => textContent === focused?.textContent);
    if (focused) (same ?? buttons[0])?.focus({ preventScroll: true });
    keepClear(region);
  }

  function count(message: HTMLElement, text: string, state: ConnectionState & { kind: 'issues' }): void {
    const most = RECOVERY_TRIES;
    const number = state.tried + 1;
    let seconds = RECOVERY_EVERY / 1000;
    const nextText = () => {
      if (!state.goesOn) return t('failures:connection.over', { most });
      if (seconds > 0) return t('failures:connection.again', { seconds, number, most });
      return t('failures:connection.trying', { number, most });
    };
    const tick = () => {
      message.textContent = `${text} ${nextText()}`;
      seconds -= 1;
    };
    tick();
    if (state.goesOn) ticking = setInterval(tick, 1000);
  }

  function buttonsFor({ kind }: ConnectionState, { dataset }: HTMLElement): HTMLElement[] {
    const close = closeButton(dataset.dismiss, () => {
      isDismissed = true;
      remove();
    });
    if (kind === 'waking') return [close];
    const retry = smallButton(t('common:retry'), () => health().retry());
    if (kind !== 'issues') return [retry, close];
    return [retry, smallButton(t('failures:connection.useStored'), () => health().useStored()), close];
  }

  return (state) => {
    clearInterval(ticking);
    if (!region) return;
    if (state.kind !== kind) isDismissed = false;
    if (state.kind === 'fine' || state.kind === 'restored') {
      remove();
      announce(region, '');
      if (state.kind === 'restored') {
        toast('success', t('failures:connectionRestored'));
        void onRestored();
      }
    } else if (!isDismissed) draw(region, state);
    kind = state.kind;
  };
}

// A page from the browser's own store shows when it was stored.
function seenAt(t: Translate): string {
  const { seen } = document.documentElement.dataset;
  return seen ? ` ${t('failures:connection.seen', { time: momentText(Number(seen)) })}` : '';
}

/** Shows an error about a form that was not sent, without loading the code for other notices. */
export function showUnsent(text: string): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return;
  region.querySelector('[data-unsent]')?.remove();
  const close = closeButton(region.dataset.dismiss, () => banner.remove());
  const [banner] = drawNotice('error', text, [close]);
  banner.dataset.unsent = '';
  region.querySelector('[role=alert]')?.append(banner);
  keepClear(region);
}

function drawNotice(tone: 'warning' | 'error', text: string, buttons: HTMLElement[]) {
  const message = element('span', { className: 'toast-text' }, text);
  return [element('div', { className: `toast toast-${tone}` }, message, ...buttons), message] as const;
}

function announce(region: HTMLElement, text: string): void {
  region.querySelector('[data-connection-said]')?.remove();
  if (!text) return;
  const spoken = element('p', { className: 'visually-hidden' }, text);
  spoken.dataset.connectionSaid = '';
  region.querySelector('[role=alert]')?.append(spoken);
}
