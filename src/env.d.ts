type Viewer = import('./domain/context.ts').Viewer;

declare namespace App {
  /** What the pipeline hands to every page. */
  interface Locals {
    /** What a page's use case takes: database, viewer, clock, language. */
    context: import('./domain/context.ts').Context;
    /** Who is signed in; null for blocked people, so that they see no more than guests. */
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
    /** The message that the request before this one set, shown once. */
    flash: import('./http/pages/flash.ts').Flash | null;
    siteName: string;
    supportEmail: string;
    requestId: string;
    /** The form that was posted, read once; null for anything else. */
    form: FormData | null;
    /** The error to show, on the page for errors. */
    error: import('./http/call.ts').PageError | null;
    /** Answers an error that concerns no field of a form like an error of the pipeline. */
    answerError(error: import('./domain/error.ts').DomainError): Response;
    /** Signing in with Google; null where it is not configured. */
    google: import('./http/authentication/google.ts').GoogleSignIn | null;
    /** Sets the message of the page after the redirect. */
    setFlash(
      kind: import('./http/pages/flash.ts').Flash['kind'],
      text: string,
      more?: Pick<import('./http/pages/flash.ts').Flash, 'undoId' | 'remarks'>,
    ): void;
    startSession(tokens: import('./domain/sessions/start.ts').Tokens): void;
    clearSession(): void;
    /** Sets a choice for this browser session alone; `null` removes it. */
    setSessionChoice(name: 'theme' | 'language' | 'accessibility', value: string | null): void;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Loads the island when somebody first touches, focuses or calls it. */
    'client:interaction'?: boolean;
  }
}

/** The fingerprint of the sources that a build was made of. */
declare const BUILD: string;

declare module 'virtual:dialog-texts/*' {
  const texts: import('./islands/translate.ts').Texts;
  export default texts;
}
