import { timeLeft } from '../../i18n/time-left.ts';
import { forgetBlocked, markBlocked } from '../core/session/viewer.ts';
import { translatorOf } from '../core/texts/translate.ts';

const page = document.querySelector<HTMLElement>('[data-block]');

if (page) {
  if (page.dataset.block === 'own') markBlocked();
  const seconds = Number(page.dataset.seconds);
  if (seconds > 0) countDown(page, seconds);
} else {
  forgetBlocked();
}

// Uses the server's seconds: the clock here may be wrong, but it runs at the right speed.
function countDown(page: HTMLElement, seconds: number): void {
  const t = translatorOf(JSON.parse(page.dataset.texts ?? '{}'), document.documentElement.lang);
  const shown = page.querySelector('[data-countdown]');
  const end = Date.now() + seconds * 1000;
  const tick = () => {
    const left = (end - Date.now()) / 1000;
    if (shown) shown.textContent = timeLeft(left, t);
    if (left > 0) return;
    clearInterval(timer);
    finish(page, t('sessions:blockedOver'));
  };
  const timer = setInterval(tick, 1000);
  tick();
}

function finish(page: HTMLElement, text: string): void {
  forgetBlocked();
  page.querySelector('[data-block-left]')?.remove();
  const over = page.querySelector<HTMLElement>('[data-block-over]');
  const status = page.querySelector('[data-block-status]');
  if (over) over.hidden = false;
  if (status) status.textContent = text;
}
