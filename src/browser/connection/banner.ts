import type { TextKey } from '../../i18n/texts.ts';
import { toast } from '../core/notices/toast.ts';
import { keepClear } from '../core/notices/toast-place.ts';
import { RECOVERY_EVERY, RECOVERY_TRIES } from '../core/request/limits.ts';
import type { Translate } from '../core/texts/translate.ts';
import type { ConnectionState, Health } from './health.ts';

type Kind = ConnectionState['kind'];

const TEXTS: Partial<Record<Kind, TextKey>> = {
  offline: 'failures:connectionFailed',
  waking: 'failures:connection.waking',
  stored: 'failures:connection.stored',
  issues: 'failures:connection.issues',
};

/**
 * Draws the banner of the connection among the notices, which are never over controls. A state is announced once; its
 * countdown is not.
 */
export function createBanner(
  t: Translate,
  health: () => Health,
  onRestored: () => Promise<void>,
): (state: ConnectionState) => void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  let shown: HTMLElement | undefined;
  let kind: Kind = 'fine';
  let isDismissed = false;
  let ticking: ReturnType<typeof setInterval> | undefined;

  function remove(): void {
    clearInterval(ticking);
    if (shown?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true });
    shown?.remove();
    shown = undefined;
  }

  function draw(region: HTMLElement, state: ConnectionState): void {
    const key = TEXTS[state.kind];
    const text = (key ? t(key) : '') + seenAt(t);
    if (state.kind !== kind) announce(region, text);
    const focused = shown?.contains(document.activeElement) ? document.activeElement : null;
    const name = focused instanceof HTMLElement ? focused.dataset.does : undefined;
    const { banner, words } = noticeOf('warning', text, buttonsFor(state, region));
    banner.dataset.connection = state.kind;
    if (state.kind === 'issues') {
      // Two buttons would leave the words a narrow column.
      words.classList.add('basis-full');
      count(words, text, state);
    }
    if (shown) shown.replaceWith(banner);
    else region.prepend(banner);
    shown = banner;
    if (name) {
      const same = banner.querySelector<HTMLElement>(`[data-does=${name}]`);
      // A button that has gone leaves the focus to the first.
      (same ?? banner.querySelector('button'))?.focus({ preventScroll: true });
    }
    keepClear(region);
  }

  function count(
    words: HTMLElement,
    text: string,
    { tried, goesOn }: ConnectionState & { kind: 'issues' },
  ): void {
    const most = RECOVERY_TRIES;
    if (!goesOn) {
      words.textContent = `${text} ${t('failures:connection.over', { most })}`;
      return;
    }
    let seconds = RECOVERY_EVERY / 1000;
    const tick = () => {
      const number = tried + 1;
      const next =
        seconds > 0
          ? t('failures:connection.again', { seconds, number, most })
          : t('failures:connection.trying', { number, most });
      words.textContent = `${text} ${next}`;
      seconds -= 1;
    };
    tick();
    ticking = setInterval(tick, 1000);
  }

  function buttonsFor({ kind }: ConnectionState, { dataset }: HTMLElement): HTMLElement[] {
    const close = closeButton(dataset, () => {
      isDismissed = true;
      remove();
    });
    const retry = button('retry', t('common:retry'), () => health().retry());
    const stored = button('stored', t('failures:connection.useStored'), () => health().useStored());
    if (kind === 'issues') return [retry, stored, close];
    return kind === 'waking' ? [close] : [retry, close];
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

// A page of this browser's own store says from when it is.
function seenAt(t: Translate): string {
  const { lang, dataset } = document.documentElement;
  if (!dataset.seen) return '';
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
  return ` ${t('failures:connection.seen', { time: format.format(Number(dataset.seen)) })}`;
}

/** Says why something could not be sent, without loading what draws other notices. */
export function sayUnsent(text: string): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return;
  region.querySelector('[data-unsent]')?.remove();
  const close = closeButton(region.dataset, () => banner.remove());
  const { banner } = noticeOf('error', text, [close]);
  banner.dataset.unsent = '';
  region.querySelector('[role=alert]')?.append(banner);
  keepClear(region);
}

function noticeOf(tone: 'warning' | 'error', text: string, buttons: HTMLElement[]) {
  const banner = document.createElement('div');
  banner.className = `toast toast-${tone}`;
  const words = document.createElement('span');
  words.className = 'toast-text';
  words.textContent = text;
  banner.append(words, ...buttons);
  return { banner, words };
}

function closeButton({ dismiss = '' }: DOMStringMap, press: () => void): HTMLButtonElement {
  const close = button('dismiss', '×', press);
  close.className = 'button button-icon';
  close.ariaLabel = dismiss;
  return close;
}

function button(does: string, text: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button button-small';
  made.dataset.does = does;
  made.textContent = text;
  made.addEventListener('click', press);
  return made;
}

function announce(region: HTMLElement, text: string): void {
  region.querySelector('[data-connection-said]')?.remove();
  if (!text) return;
  const said = document.createElement('p');
  said.className = 'visually-hidden';
  said.dataset.connectionSaid = '';
  said.textContent = text;
  region.querySelector('[role=alert]')?.append(said);
}
