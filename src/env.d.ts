type Viewer = import('./domain/context.ts').Viewer;

declare namespace App {
  /** What the front door hands to every page. */
  interface Locals {
    /** What a page's act takes: database, viewer, clock, language. */
    context: import('./domain/context.ts').Context;
    /** Who is signed in; nobody where they are blocked, so that they see no more than anybody. */
    viewer: Viewer | null;
    block: import('./domain/restrictions/block.ts').Block | null;
    /** Whether the browser still carries a session that is over. */
    sessionEnded: boolean;
    /** The tokens that the browser sent, valid or not: whoever holds one may end its session. */
    tokens: string[];
    locale: import('./i18n/locales.ts').Locale;
    direction: 'ltr' | 'rtl';
    theme: 'light' | 'dark' | 'auto';
    /** The account's own settings, or what a guest chose for this browser session. */
    accessibility: import('./i18n/preferences.ts').Preferences['accessibility'];
    t: import('./i18n/translate.ts').Translate;
    format: import('./i18n/format.ts').Format;
    /** The hidden token of every form (`_csrf`). */
    csrf: string;
    /** The message that the request before this one left, shown once. */
    flash: import('./door/flash.ts').Flash | null;
    siteName: string;
    supportEmail: string;
    requestId: string;
    /** The form that was posted, read once; null for anything else. */
    form: FormData | null;
    /** What was refused, on the page that says so. */
    refusal: import('./door/visitor.ts').Refusal | null;
    /** Gives what a page refuses outside its form to the front door, which answers it as it does its own refusals. */
    refuse(fault: import('./domain/error.ts').DomainError): Response;
    /** Signing in with Google; null where it is not configured. */
    google: import('./door/google.ts').GoogleDoor | null;
    /** Leaves a message for the page after the redirect. */
    leaveFlash(
      kind: import('./door/flash.ts').Flash['kind'],
      text: string,
      more?: Pick<import('./door/flash.ts').Flash, 'undoId' | 'remarks'>,
    ): void;
    startSession(tokens: import('./domain/sessions/start.ts').Tokens): void;
    clearSession(): void;
    /** Tells that this page may be sent again as it is, until the person's data, settings or day change. */
    keepPage(): void;
    /** Keeps a choice for this browser session alone; `null` takes it back. */
    choose(what: 'theme' | 'language' | 'accessibility', value: string | null): void;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Loads the island when somebody first touches, focuses or calls it. */
    'client:interaction'?: boolean;
  }
}

declare module 'virtual:dialog-texts/*' {
  const texts: import('./islands/transaction/texts.ts').Texts;
  export default texts;
}
