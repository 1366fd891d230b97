declare namespace App {
  type PageLocals = ReturnType<typeof import('./http/pages/locals.ts').pageLocals>;

  interface Locals extends PageLocals {
    /** The role required by the page that was denied. */
    /** Why an act of an administrator waits for a code. */
    codeError?: 'CODE_REQUIRED' | 'CODE_INVALID' | undefined;
    requiredRole?: 'admin' | 'super_admin';
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Loads the island when it is first touched, focused or called. */
    /** A text names the element without a tab stop that becomes one before the island loads. */
    'client:interaction'?: boolean | string;
  }
}

declare const BUILD: string;

declare module 'virtual:dialog-texts/*' {
  /** Loads the texts of a part of the dialog (`needed-texts.ts`) in the page's language. */
  export function loadTexts(): Promise<import('./browser/core/texts/translate.ts').Texts>;
}
