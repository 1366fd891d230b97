type Viewer = import('./domain/context.ts').Viewer;

declare namespace App {
  /** What the pipeline passes to every page. */
  interface Locals {
    /** The context of a page's use case: database, viewer, clock, language. */
    context: import('./domain/context.ts').Context;
    /** The signed-in person; null for blocked people, so that they see no more than guests. */
    viewer: Viewer | null;
    block: import('./domain/restrictions/block.ts').Block | null;
    /** Whether the browser still sends the token of a session that has ended. */
    sessionEnded: boolean;
    /** The tokens that the browser sent, valid or not: any of them may end its session. */
    tokens: string[];
    locale: import('./i18n/locales.ts').Locale;
    direction: 'ltr' | 'rtl';
    theme: 'light' | 'dark' | 'auto';
    /** The account's own, or a guest's choice for this browser session. */
    currency: import('./i18n/currencies.ts').Currency;
    /** The account's own settings, or a guest's choices for this browser session. */
    accessibility: import('./i18n/preferences.ts').Preferences['accessibility'];
    displayButton: boolean;
    t: import('./i18n/translate.ts').Translate;
    format: import('./i18n/format.ts').Format;
    /** The hidden token of every form (`_csrf`). */
    csrf: string;
    /** The message that the previous request set, shown once. */
    flash: import('./http/pages/flash.ts').Flash | null;
    siteName: string;
    /** Where people write for help; missing where the operator has given no address. */
    supportEmail: string | undefined;
    /** The address that was asked for, also where another page is shown instead. */
    address: string;
    requestId: string;
    /** The posted form, read once; null for other requests. */
    form: FormData | null;
    /** The file of a form that is read while it arrives. */
    file: AsyncIterable<Uint8Array> | null;
    /** The error to show, on the error page. */
    error: import('./http/call.ts').PageError | null;
    /** The role that the page takes which the permission-denied page is shown instead of. */
    requiredRole?: 'admin' | 'super_admin';
    /** Handles an error that concerns no field of a form like an error of the pipeline. */
    answerError(error: import('./domain/error.ts').DomainError): Response;
    /** Sign-in with Google; null where it is not configured. */
    google: import('./http/authentication/google.ts').GoogleSignIn | null;
    /** Sets the message of the page after the redirect. */
    setFlash(
      kind: import('./http/pages/flash.ts').Flash['kind'],
      text: string,
      more?: Pick<
        import('./http/pages/flash.ts').Flash,
        'undoId' | 'addedId' | 'addedTemplateId' | 'email' | 'remarks'
      >,
    ): void;
    startSession(tokens: import('./domain/sessions/start.ts').Tokens): void;
    /** Sets the cookie by which this browser is recognised at its next sign-in. */
    rememberDevice(): void;
    /** Ends the session in this browser, with its language; returns `t` of the pages that follow. */
    clearSession(): import('./i18n/translate.ts').Translate;
    /** Deletes every cookie that this browser has of ours. */
    clearBrowser(): void;
    /** Sets a choice for this browser session alone; `null` removes it. */
    setSessionChoice(
      name: 'theme' | 'language' | 'currency' | 'accessibility' | 'displayButton',
      value: string | null,
    ): void;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Loads the island when it is first touched, focused or called. */
    /** A text names what has no stop for keys before it is loaded: it becomes one. */
    'client:interaction'?: boolean | string;
  }
}

/** The fingerprint of the sources of a build. */
declare const BUILD: string;

declare module 'virtual:dialog-texts/*' {
  /** Loads the texts of a part of the dialog (`needed-texts.ts`) in the language of the page. */
  export function loadTexts(): Promise<import('./browser/core/texts/translate.ts').Texts>;
}
