import { useStore } from '@nanostores/react';
import { type MouseEvent, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PageDialog } from '../../browser/core/dialog/page-dialog.ts';
import { formRequest, whileBusy } from '../../browser/core/forms/send.ts';
import { type FetchedPage, fetchPage } from '../../browser/core/page/fetch-page.ts';
import { hasModifier } from '../../browser/core/page/modifiers.ts';
import { translatorOf } from '../../browser/core/texts/translate.ts';
import { GENERAL_FAILURES, ONBOARDING_NOTICES } from '../../i18n/error-catalogue.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { $guide, type GuideProperties } from '../../stores/setup-guide.ts';

interface Message {
  text: string;
  retry?: (() => Promise<void>) | undefined;
}

/** How long the success is shown before the guide closes, in ms. */
const SUCCESS = 1000;

function stepIn(page: Document): GuideProperties | undefined {
  const island = page.querySelector<HTMLElement>('[data-island=guide]');
  return island ? JSON.parse(island.dataset.properties ?? '') : undefined;
}

const figuresIn = (body: HTMLElement) =>
  [...body.querySelectorAll('[data-setup-tab] dl > div')]
    .map((figure) => [...figure.children].map(({ textContent }) => textContent).join(': '))
    .join(', ');

/** In a page the browser handles links and forms; in a dialog the next step replaces the current one. */
export function useGuide(start: GuideProperties, dialog: PageDialog | undefined) {
  const { shown = start, version } = useStore($guide, { ssr: 'initial' });
  const { step, isPreview, steps } = shown;
  const element = useRef<HTMLDivElement>(null);
  const wasRefused = useRef(false);
  const [message, setMessage] = useState<Message>();
  const [result, setResult] = useState('');
  const [isDone, setDone] = useState(false);
  const t = translatorOf(shown.texts, shown.language);

  const report = (key: TextKey, retry?: Message['retry']) => {
    dialog?.body.querySelector(':scope > .flash')?.remove();
    flushSync(() => setMessage({ text: t(key), retry }));
    const place = element.current?.querySelector<HTMLElement>('[data-setup-message]');
    if (retry) place?.querySelector('button')?.focus();
    // The errors that had the focus are gone.
    else if (document.activeElement === document.body) place?.focus();
  };

  /** Whether the answer lacks the step: showing it would lose what was typed. */
  const isBroken = ({ document: page, status }: FetchedPage) => status >= 500 && !stepIn(page);

  /**
   * Shows the answer to a request. The redirect after the last step is not followed: the success message belongs to the
   * next page.
   * @param part the pressed control keeps its place, and the result is read aloud; `month` moves the focus to it
   */
  const go = async (
    address: string,
    request?: RequestInit,
    part?: 'example' | 'month' | 'end',
  ): Promise<void> => {
    if (!dialog) return;
    const isEnd = part === 'end';
    const retry = () => go(address, request, part);
    await whileBusy(dialog.element, async () => {
      const answer = await fetchPage(address, isEnd ? { ...request, redirect: 'manual' } : request);
      // A redirect that is not followed has no status.
      if (answer.status === 0) return succeed(dialog);
      if (isBroken(answer))
        return report(isEnd ? ONBOARDING_NOTICES.FAILED : GENERAL_FAILURES.SERVER_ERROR, retry);
      if (request && !isPreview && !isEnd) $guide.setKey('changed', true);
      take(dialog, answer, Boolean(request), isEnd ? undefined : part);
    }).catch(() => report(isEnd ? ONBOARDING_NOTICES.UNANSWERED : GENERAL_FAILURES.NETWORK_ERROR, retry));
  };

  const take = (
    { element: shell, body, page: link, markSaved }: PageDialog,
    { document: page, url }: FetchedPage,
    isSent: boolean,
    part?: 'example' | 'month',
  ) => {
    const next = stepIn(page);
    // The session may have ended: ordinary navigation shows the cause best.
    if (!next) return location.assign(url);
    // The step may have changed language and theme. The page below is reloaded once the guide is closed.
    const { lang, dir, dataset } = page.documentElement;
    Object.assign(document.documentElement, { lang, dir });
    document.documentElement.dataset.theme = dataset.theme;
    const text = page.querySelector('main > .flash:not([data-session-notice]) p')?.textContent;
    body.querySelector(':scope > .flash')?.remove();
    flushSync(() => {
      setMessage(text ? { text } : undefined);
      setResult('');
      $guide.set({ ...$guide.get(), shown: next, version: part ? version : version + 1 });
    });
    const translate = translatorOf(next.texts, next.language);
    const close = shell.querySelector('.dialog-header .button-icon');
    if (close) close.ariaLabel = translate('common:close');
    Object.assign(link, { href: url, title: translate('common:openPage') });
    markSaved(isSent && body.querySelector('.error-summary') !== null);
    if (part === 'example') setResult(figuresIn(body));
    if (part === 'month') body.querySelector<HTMLElement>('#setup-month')?.focus();
    if (part) return;
    body.scrollTop = 0;
    body.querySelector<HTMLElement>('.error-summary, .flash, [data-panel-title]')?.focus();
  };

  const succeed = async ({ body, page, markSaved }: PageDialog) => {
    markSaved();
    page.remove();
    flushSync(() => setDone(true));
    // The pressed button is gone, so the focus moves to the message, which is then read aloud.
    body.querySelector<HTMLElement>('.success-panel')?.focus();
    await new Promise((end) => setTimeout(end, SUCCESS));
    location.assign('/');
  };

  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!dialog || !link || hasModifier(event.nativeEvent)) return;
    if (link.origin !== location.origin || !/^\/setup(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    const isExample = link.closest('.tabs, [data-setup-tab]') !== null;
    dialog.leave(() => void go(link.href, undefined, isExample ? 'example' : undefined));
  };

  const send = (event: SubmitEvent<HTMLDivElement>) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    // Other forms, such as the one that skips the guide, lead to other pages.
    if (!dialog || event.defaultPrevented || !/^\/setup\/\d$/.test(new URL(form.action).pathname)) return;
    event.preventDefault();
    const { address, sent } = formRequest(form, submitter);
    const isMonth = submitter?.matches('[data-setup-show]');
    if (!sent) void go(address, undefined, 'example');
    else if (step < steps.length || isMonth) void go(address, sent, isMonth ? 'month' : undefined);
    else if (isPreview) dialog.leave();
    else void go(address, sent, 'end');
  };

  const press = (name: string) =>
    element.current?.querySelector<HTMLElement>(`[data-setup-${name}]`)?.click();
  const skip = (isEscape: boolean) => {
    if (element.current?.querySelector('[data-setup-skip]')) press('skip');
    else if (isEscape && (wasRefused.current || isPreview)) dialog?.leave();
    else report('onboarding:notSkippable');
    // After one refusal Escape closes the dialog, which would otherwise be a trap.
    wasRefused.current = true;
  };
  const jump = (to: number) => {
    if (to > steps.length || to === step) return;
    if (to > shown.furthest) report('onboarding:currentFirst');
    else press(`step="${to}"`);
  };
  /** Navigates by a key (docs/behaviour.md#setup-guide), unless the focused element uses it. Returns whether it did. */
  const act = (key: string, target: Element, body: HTMLElement): boolean => {
    if (target.matches('input, select, textarea')) {
      if (key === 'Escape') body.querySelector<HTMLElement>('[data-panel-title]')?.focus();
      return key === 'Escape';
    }
    const isFree = !target.closest('a, button, summary');
    const isRtl = getComputedStyle(body).direction === 'rtl';
    const [forward, backward] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    // The space bar scrolls while there is more to see.
    const isSkip = key === ' ' && isFree && body.scrollHeight <= body.clientHeight;
    if (key === forward || key === 'PageDown' || (key === 'Enter' && isFree)) {
      // Only its button ends the guide, so that an extra key press does not.
      if (step < steps.length) press('next');
    } else if (key === backward || key === 'PageUp') press('back');
    else if (key === 'Escape' || isSkip) skip(key === 'Escape');
    else if (/^[1-9]$/.test(key)) jump(Number(key));
    else return false;
    return true;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!dialog || !(event.target instanceof Element) || hasModifier(event)) return;
    if (!act(event.key, event.target, dialog.body)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Runs before the dialog closes on Escape.
    dialog?.element.addEventListener('keydown', listen, { capture: true });
    return () => dialog?.element.removeEventListener('keydown', listen, { capture: true });
  }, [dialog]);

  return { element, shown, version, t, message, result, isDone, follow, send };
}
