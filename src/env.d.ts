declare namespace App {
  type PageLocals = ReturnType<typeof import('./http/pages/locals.ts').pageLocals>;

  /** What the pipeline passes to every page. */
  interface Locals extends PageLocals {
    /** The role that the page takes which the permission-denied page is shown instead of. */
    requiredRole?: 'admin' | 'super_admin';
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
