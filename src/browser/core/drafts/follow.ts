import { element, smallButton } from '../page/element.ts';
import { viewerOfPage } from '../session/viewer.ts';
import { noticeTexts } from '../texts/loaded-texts.ts';
import { momentText, type Translate } from '../texts/translate.ts';
import { cameWith, draftOf, fill, hasSaved, isChanged, shows } from './fields.ts';
import { type Draft, draftAt, forgetDraft, forgetStale, noteSent, storeDraft } from './store.ts';

/** Forms whose typed values are worth keeping: those that ask before they are left, in a page or dialog. */
const IN_PAGE = 'form[data-warn-unsaved]';
const IN_DIALOG = '#transaction-dialog form';

const pathOf = (form: HTMLFormElement) => new URL(form.action).pathname;
const formsIn = (selector: string) => document.querySelectorAll<HTMLFormElement>(selector);

followDrafts();

/** Stores typed values in the tab until they are saved, and offers them after a browser or connection failure. */
function followDrafts(): void {
  // A stored page shows messages from when it was stored.
  const isSeen = 'seen' in document.documentElement.dataset;
  forgetStale(viewerOfPage(), !isSeen && document.querySelector('.flash-success') !== null);
  for (const kind of ['input', 'change'])
    document.addEventListener(kind, ({ target }) => store(formOf(target)));
  document.addEventListener('submit', ({ target }) => noteSent(pathOf(target as HTMLFormElement)));
  // Typed before this script loaded.
  for (const form of formsIn(IN_DIALOG)) if (isChanged(form)) store(form);
  for (const form of formsIn(IN_PAGE)) if (!offerDraft(form) && isChanged(form)) store(form);
}

/** Offers a form's draft above it. Returns whether there is one, other than what the page came with. */
function offerDraft(form: HTMLFormElement, adopt?: Adopt): boolean {
  const draft = draftAt(pathOf(form));
  if (!draft || shows(form, draft)) return Boolean(draft);
  if (cameWith(form, draft)) return false;
  if (draft.key === undefined && hasSaved(form, draft)) {
    forgetDraft(pathOf(form));
    return false;
  }
  void noticeTexts().then((t) => draw(form, draft, t, adopt));
  return true;
}

type Adopt = (key: string) => void;

/** Offers drafts in the open dialog; `adopt` gets the key of a draft that is used. */
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

function draw(form: HTMLFormElement, draft: Draft, t: Translate, adopt: Adopt | undefined): void {
  const text = element('p', {}, t('failures:draft.found', { time: momentText(draft.time) }));
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
  // In one group, so that both buttons wrap together.
  notice.append(element('span', { className: 'row' }, use, discard));
  // The content of an island must not change until it is loaded.
  (form.closest('astro-island') ?? form.closest('.form-beside') ?? form).before(notice);
}
