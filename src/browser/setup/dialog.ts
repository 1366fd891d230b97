import { uncoverPage } from '../core/dialog/dialog.ts';
import { type PageDialog, pageDialog } from '../core/dialog/page-dialog.ts';
import { requestOf, whileBusy } from '../core/forms/send.ts';
import { type FetchedPage, fetchPage, showLoading } from '../core/page/fetch-page.ts';
import { hasModifier } from '../core/page/modifiers.ts';
import { startPicturePreview } from '../forms/picture-preview.ts';
import { listenForKeys } from './keys.ts';
import { startMonth } from './month.ts';

/** The setup guide over a page: its steps are the pages below `/setup`. */
interface Guide extends PageDialog {
  /** The step's own element, which carries the words for what scripts say. */
  step: HTMLElement | null;
  /** Says to screen readers what an example has come to. */
  result: HTMLElement;
  isPreview: boolean;
  /** Whether a step was saved, so that the page behind may be out of date. */
  changed: boolean;
}

const PLACE = /^\/setup(\/|$)/;

/** How long the success is shown before the guide closes, in ms. */
const SUCCESS = 1000;

/** Opens the guide at the step of a link; `opener` gets the focus back. */
export async function openSetup(link: HTMLAnchorElement, opener: HTMLElement): Promise<void> {
  // A guide over its own pages would show everything twice.
  if (PLACE.test(location.pathname)) return location.assign(link.href);
  const dialog = pageDialog({ opener, onLeave: () => end(guide) });
  const { element } = dialog;
  const guide: Guide = {
    ...dialog,
    step: null,
    result: drawResult(element),
    isPreview: new URL(link.href).searchParams.has('preview'),
    changed: false,
  };
  element.classList.add('setup-dialog');
  element.addEventListener('click', (event) => follow(guide, event));
  element.addEventListener('submit', (event) => send(guide, event));
  listenForKeys(element, movesOf(guide));
  await show(guide, link.href);
}

function drawResult(dialog: HTMLElement): HTMLElement {
  const result = document.createElement('p');
  result.className = 'visually-hidden';
  result.role = 'status';
  dialog.append(result);
  return result;
}

function movesOf(guide: Guide) {
  const press = (name: string) => guide.body.querySelector<HTMLElement>(`[data-setup-${name}]`)?.click();
  const now = () => Number(guide.step?.dataset.setup);
  // Only its button ends the guide: a key that is pressed once too often does not.
  const isLast = () => !guide.body.querySelector(`[data-setup-step="${now() + 1}"]`);
  let wasRefused = false;
  return {
    next: () => !isLast() && press('next'),
    back: () => press('back'),
    skip(isEscape: boolean) {
      const skip = guide.body.querySelector('[data-setup-skip]');
      if (skip) press('skip');
      else if (isEscape && (wasRefused || guide.isPreview)) guide.leave();
      else say(guide, guide.step?.dataset.notSkippable);
      // A dialog that Escape never closes would be a trap.
      wasRefused = true;
    },
    jump(step: number) {
      const dot = guide.body.querySelector<HTMLElement>(`[data-setup-step="${step}"]`);
      if (!dot || step === now()) return;
      if (step > Number(guide.step?.dataset.furthest)) say(guide, guide.step?.dataset.currentFirst);
      else dot.click();
    },
    leaveField: () => guide.body.querySelector<HTMLElement>('[data-panel-title]')?.focus(),
  };
}

function follow(guide: Guide, event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link === guide.page || hasModifier(event)) return;
  if (link.origin !== location.origin || !PLACE.test(link.pathname)) return;
  event.preventDefault();
  const isExample = link.closest('.tabs, [data-setup-tab]') !== null;
  const pressed = isExample ? `a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]` : undefined;
  guide.leave(() => void show(guide, link.href, undefined, pressed));
}

function send(guide: Guide, event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const { submitter } = event;
  // Other forms lead to pages of their own, and so does skipping.
  if (event.defaultPrevented || !/^\/setup\/\d$/.test(new URL(form.action).pathname)) return;
  event.preventDefault();
  const { address, sent } = requestOf(form, submitter);
  const isEnd = form.matches('[data-setup-templates]') && submitter?.matches('[data-setup-next]');
  if (!sent) void show(guide, address, undefined, '[data-setup-tab] [type=submit]');
  else if (isEnd && guide.isPreview) end(guide);
  else if (isEnd) void finish(guide, address, sent);
  else void show(guide, address, sent, submitter?.matches('[data-setup-show]') ? '#setup-month' : undefined);
}

/** @param part what has the focus in the step then, in place of its title */
async function show(guide: Guide, address: string, sent?: RequestInit, part?: string): Promise<void> {
  const again = () => show(guide, address, sent, part);
  await whileBusy(guide.element, async () => {
    const answer = await fetchPage(address, sent);
    if (isBroken(answer) && guide.element.open) return fail(guide, 'failed', again);
    if (sent && !guide.isPreview) guide.changed = true;
    draw(guide, answer.document, answer.url, Boolean(sent), part);
  }).catch(() => {
    if (guide.element.open) fail(guide, 'unanswered', again);
    else location.assign(address);
  });
}

/** Sends the last step. The success belongs to the page after it, which shows it: its address is not followed here. */
async function finish(guide: Guide, address: string, sent: RequestInit): Promise<void> {
  const again = () => finish(guide, address, sent);
  await whileBusy(guide.element, async () => {
    const answer = await fetchPage(address, { ...sent, redirect: 'manual' });
    // A redirect that is not followed has no status.
    if (answer.status === 0) await succeed(guide);
    else if (isBroken(answer)) fail(guide, 'endFailed', again);
    else draw(guide, answer.document, answer.url, true);
  }).catch(() => fail(guide, 'endUnanswered', again));
}

/** Whether the server answers without the step, as while its database is away: what was typed would be lost with it. */
const isBroken = ({ document: page, status }: FetchedPage) =>
  status >= 500 && page.querySelector('[data-setup]') === null;

function draw(guide: Guide, page: Document, url: string, isSent: boolean, part?: string): void {
  const { element, body } = guide;
  const isStep = page.querySelector('[data-setup]') && PLACE.test(new URL(url).pathname);
  const isRefused = isSent && page.querySelector('.error-summary') !== null;
  // The language and theme may have been chosen a moment ago. The page below comes anew once the guide is closed.
  const { lang, dir, dataset } = page.documentElement;
  // The session may have ended: ordinary navigation shows the cause best.
  if (!isStep || !guide.draw(page, url, isRefused)) {
    location.assign(url);
    return;
  }
  Object.assign(document.documentElement, { lang, dir });
  document.documentElement.dataset.theme = dataset.theme;
  guide.step = body.querySelector('[data-setup]');
  const { close: closeWord, page: pageWord } = guide.step?.dataset ?? {};
  const button = element.querySelector('.dialog-header .button-icon');
  if (button && closeWord) button.ariaLabel = closeWord;
  if (pageWord) guide.page.textContent = pageWord;
  startPicturePreview(body);
  startMonth(body);
  const target = part ? body.querySelector<HTMLElement>(part) : null;
  // What was pressed stays where it was, and what came of it is read.
  if (!target) body.scrollTop = 0;
  (target ?? body.querySelector<HTMLElement>('.error-summary, .flash, [data-panel-title]'))?.focus();
  guide.result.textContent = target ? resultIn(body) : '';
}

const resultIn = (body: HTMLElement) =>
  [...body.querySelectorAll('[data-setup-tab] dl > div')]
    .map((figure) => [...figure.children].map(({ textContent }) => textContent?.trim()).join(': '))
    .join(', ');

async function succeed({ body, step, page, settle }: Guide): Promise<void> {
  settle();
  const done = document.createElement('p');
  done.className = 'success-panel';
  done.tabIndex = -1;
  const mark = document.createElement('span');
  mark.ariaHidden = 'true';
  mark.textContent = '✓';
  done.append(mark, step?.dataset.success ?? '');
  body.replaceChildren(done);
  page.remove();
  // The button that was pressed is gone: the focus would be nowhere, and the message unread.
  done.focus();
  await new Promise((end) => setTimeout(end, SUCCESS));
  location.assign('/');
}

/** Says why nothing came of it, in the words of the step for that. */
function fail(
  guide: Guide,
  cause: 'failed' | 'unanswered' | 'endFailed' | 'endUnanswered',
  retry: () => Promise<void>,
): void {
  const { retry: word = '', [cause]: text } = guide.step?.dataset ?? {};
  const notice = say(guide, text);
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button button-small';
  again.textContent = word;
  again.addEventListener('click', () => void retry());
  notice.append(again);
  again.focus();
}

/** Shows a message above the step, in place of any earlier one, whether a script or the server has said it. */
function say({ body }: Guide, text = ''): HTMLElement {
  for (const said of body.querySelectorAll('.flash, .error-summary')) said.remove();
  const notice = document.createElement('div');
  notice.className = 'flash flash-error';
  notice.setAttribute('role', 'alert');
  notice.dataset.setupSaid = '';
  const words = document.createElement('p');
  words.textContent = text;
  notice.append(words);
  body.prepend(notice);
  return notice;
}

/** Closes the guide, which then does not open by itself for a day. */
function end({ changed, isPreview, close, settle }: Guide): void {
  settle();
  if (changed) uncoverPage();
  else close();
  if (isPreview) return;
  const body = new URLSearchParams({ quiet: 'true' });
  const closed = fetchPage('/setup/close', { method: 'post', body, redirect: 'manual', keepalive: true });
  closed.catch(() => {});
  if (!changed) {
    document.querySelector('[data-setup-card]')?.remove();
    return;
  }
  // Language and currency are everywhere on the page below, which stays covered until it comes anew.
  const reload = () => location.reload();
  showLoading(true);
  closed.then(reload, reload);
}
