import { readAmount } from '../domain/amount-text.ts';
import type { Currency } from '../i18n/currencies.ts';
import { formatter } from '../i18n/format.ts';
import type { WritingPreferences } from '../i18n/preferences.ts';

/** Counts at once what the button counts on the server: what is ticked, and how far it is from the bank's balance. */
function count(form: HTMLFormElement): void {
  const { check = '0', currency, preferences = '{}' } = form.dataset;
  const written: WritingPreferences = JSON.parse(preferences);
  const { money } = formatter(currency as Currency, written);
  const ticked = [...form.querySelectorAll<HTMLInputElement>('[name=id]:checked')];
  const sum = ticked.reduce((total, { dataset }) => total + Number(dataset.amount), Number(check));
  const bank = form.querySelector<HTMLInputElement>('[name=balance]')?.value ?? '';
  const read = bank ? readAmount(bank, { ...written, currency: currency as Currency }) : { error: '' };
  const show = (name: string, text: string) => {
    const place = form.querySelector(`[data-check-${name}]`);
    if (place && place.textContent !== text) place.textContent = text;
  };
  show('sum', money(sum));
  if (!('minor' in read)) return;
  const difference = read.minor - sum;
  const { less, more, agrees } = form.querySelector<HTMLElement>('[data-check-difference]')?.dataset ?? {};
  const text = (difference > 0 ? less : difference < 0 ? more : agrees) ?? '';
  show('difference', text.replace('{}', money(Math.abs(difference))));
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-check]')) {
  form.addEventListener('input', () => {
    // It was said of other ticks.
    form.querySelector('[data-check-open]')?.remove();
    count(form);
  });
  // The browser may have restored earlier ticks.
  addEventListener('pageshow', () => count(form));
}
