import { showLoading } from '../page/fetch-page.ts';

/** A form's text fields, in the order in which the browser sends them. */
export function fieldsOf(form: HTMLFormElement, submitter?: HTMLElement | null): URLSearchParams {
  return new URLSearchParams([...new FormData(form, submitter)] as [string, string][]);
}

/** Where a form is sent. Its property `action` is a field of that name, if it has one. */
export const addressOf = (form: HTMLFormElement, page = location.href): URL =>
  new URL(form.getAttribute('action') ?? page, page);

/** The request that the browser would make for a form; `sent` is missing for a GET. */
export function formRequest(
  form: HTMLFormElement,
  submitter?: HTMLElement | null,
  page = location.href,
): { address: string; sent?: RequestInit } {
  const address = addressOf(form, page);
  if (form.method !== 'post') {
    address.search = String(fieldsOf(form, submitter));
    return { address: address.href };
  }
  const hasFiles = form.enctype === 'multipart/form-data';
  const body = hasFiles ? new FormData(form, submitter) : fieldsOf(form, submitter);
  return { address: address.href, sent: { method: 'post', body } };
}

const busy = new WeakSet<HTMLElement>();

export const isBusy = (place: HTMLElement): boolean => busy.has(place);

/** Runs `work` for a form or dialog, once at a time, with the loading bar. */
export async function whileBusy(place: HTMLElement, work: () => Promise<void>): Promise<void> {
  if (busy.has(place)) return;
  busy.add(place);
  if (place instanceof HTMLFormElement) place.ariaBusy = 'true';
  showLoading(true);
  try {
    await work();
  } finally {
    busy.delete(place);
    if (place instanceof HTMLFormElement) place.ariaBusy = null;
    showLoading(false);
  }
}
