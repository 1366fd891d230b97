import { element, smallButton } from '../page/element.ts';
import { viewerOfPage } from '../session/viewer.ts';
import { noticeTexts } from '../texts/notice-texts.ts';
import { cameWith, draftOf, fill, isChanged, shows } from './fields.ts';
import { type Draft, draftAt, forgetDraft, noteSent, settleDrafts, storeDraft } from './store.ts';

/** The forms whose typed values are worth something: those that ask before they are left, in a page or in a dialog. */
const IN_PAGE = 'form[data-warn-unsaved]';
const IN_DIALOG = '#transaction-dialog form';

const pathOf = (form: HTMLFormElement) => new URL(form.action).pathname;
const formsIn = (selector: string) => document.querySelectorAll<HTMLFormElement>(selector);

followDrafts();

/**
 * Stores what is typed into forms in the tab's own storage, until it is saved, and offers it where its form is opened
 * again: after the browser or the connection failed, and with it the page.
 */
function followDrafts(): void {
  // A stored page says what was saved when it was stored.
  const isSeen = 'seen' in document.documentElement.dataset;
  settleDrafts(viewerOfPage(), !isSeen && document.querySelector('.flash-success') !== null);
  for (const kind of ['input', 'change'])
    document.addEventListener(kind, ({ target }) => store(formOf(target)));
  document.addEventListener('submit', ({ target }) => noteSent(pathOf(target as HTMLFormElement)));
  // Typed before this script was there.
  for (const form of formsIn(IN_DIALOG)) if (isChanged(form)) store(form);
  for (const form of formsIn(IN_PAGE)) if (!offerDraft(form) && isChanged(form)) store(form);
}

/**
 * Says above a form what was typed there before, if it does not show that already. Returns whether there is a draft, other
 * than one that the page came with and that was typed over before this script was there.
 */
function offerDraft(form: HTMLFormElement, adopt?: Adopt): boolean {
  const draft = draftAt(pathOf(form));
  if (!draft || shows(form, draft)) return Boolean(draft);
  if (cameWith(form, draft)) return false;
  void noticeTexts().then((t) => draw(form, draft, t, adopt));
  return true;
}

type Adopt = (key: string) => void;

/** The same for the form in the dialog, which is open; `adopt` gets the key of a draft that is used. */
export function offerInDialog(adopt: Adopt): void {
  for (const form of formsIn(IN_DIALOG)) offerDraft(form, adopt);
}

export function forgetAt(page: string): void {
  forgetDraft(new URL(page, location.href).pathname);
}

function formOf(target: EventTarget | null): HTMLFormElement | null | undefined {
  return (target as Element | null)?.closest<HTMLFormElement>(`${IN_PAGE}, ${IN_DIALOG}`);
}

function store(form: HTMLFormElement | null | undefined): void {
  if (!form) return;
  if (isChanged(form)) storeDraft(viewerOfPage(), pathOf(form), draftOf(form));
  else forgetDraft(pathOf(form));
}

type Texts = Awaited<ReturnType<typeof noticeTexts>>;

function draw(form: HTMLFormElement, draft: Draft, t: Texts, adopt: Adopt | undefined): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const text = element('p', {}, t('failures:draft.found', { time: format.format(draft.time) }));
  const notice = element('div', { className: 'flash flash-warning', role: 'status' }, text);
  notice.dataset.draft = '';
  const end = () => {
    notice.remove();
    form.querySelector<HTMLElement>('.input, select, textarea')?.focus();
  };
  const use = smallButton(t('failures:draft.use'), () => {
    fill(form, draft);
    if (draft.key) adopt?.(draft.key);
    end();
  });
  const discard = smallButton(t('transactions:dialog.discard'), () => {
    forgetDraft(pathOf(form));
    end();
  });
  // Beside the words together, or below them.
  notice.append(element('span', { className: 'row' }, use, discard));
  // What an island contains is its own until it is loaded.
  (form.closest('astro-island') ?? form.closest('.form-beside') ?? form).before(notice);
}
