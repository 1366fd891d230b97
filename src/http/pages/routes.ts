/** What a path allows or is, beyond what holds for every page. See {@link ROUTES}. */
export type Trait =
  /** Needs no session. */
  | 'open'
  /** For people who are not signed in; all others are redirected. */
  | 'guests'
  /** For administrators; their use cases check it as well. */
  | 'admin'
  | 'super_admin'
  /** Open to blocked people. */
  | 'blocked'
  /** Open to people who may change nothing of their money: it leaves the money alone. */
  | 'restricted'
  /** Open while the account is being imported: it neither reads nor writes what the import changes. */
  | 'importing'
  /** Served to everybody during maintenance. */
  | 'maintenance'
  /** Takes a profile picture. */
  | 'picture'
  /** Takes a file that is read while it arrives. */
  | 'file'
  /**
   * Answered with 304 before it is rendered: everything it shows is in its tag. Its data belongs to the viewer or raises
   * the viewer's revision when it changes, and its forms have no key of their own.
   */
  | 'tagged'
  /** Browsers do not fetch it ahead. */
  | 'not ahead'
  /** The service worker does not store it: it shows other people, has a secret in its address, or does something. */
  | 'not stored'
  /** The service worker stores it for guests too. */
  | 'stored for all'
  /** Has a secret in its address, which is not logged. */
  | 'secret';

/**
 * Who may open which path, and how it is treated. A path that is not listed is a page for signed-in people who are
 * neither blocked nor importing; restricted people see it and send nothing to it. `*` stands for one part of a path, `:id`
 * for an id, and `/**` at the end for the path with everything below it. A path without `*`, `:id` and `/**` comes before
 * the others, and of these the first one.
 */
export const ROUTES: Record<string, readonly Trait[]> = {
  '/': ['tagged'],
  '/transactions': ['tagged'],
  '/transactions/insights': ['tagged'],
  '/analytics': ['tagged'],
  '/categories': ['tagged'],
  '/categories/clean-up': ['tagged'],
  '/categories/:id': ['tagged'],
  '/recurring': ['tagged'],
  '/recurring/calendar': ['tagged'],
  '/recurring/:id': ['tagged'],

  '/login': ['guests', 'maintenance', 'restricted', 'not stored'],
  '/register': ['guests', 'not stored'],
  '/logout': ['open', 'blocked', 'maintenance', 'restricted', 'importing', 'not ahead', 'not stored'],
  '/google/**': ['open', 'maintenance', 'not ahead', 'not stored'],
  '/forgot-password': ['open', 'restricted'],
  '/verify-email': ['open', 'not stored'],
  '/verify-email/**': ['open', 'restricted', 'not stored', 'secret'],
  '/reset-password/**': ['open', 'restricted', 'not stored', 'secret'],
  '/change-email/**': ['open', 'not stored', 'secret'],
  '/restore-email/**': ['open', 'restricted', 'not stored', 'secret'],

  '/blocked': ['open', 'blocked', 'not stored'],
  '/refused': ['open', 'blocked', 'not stored'],
  '/maintenance': ['open', 'maintenance', 'not stored'],
  '/server-waking': ['open', 'maintenance', 'not stored'],
  '/clear-data': ['open', 'blocked', 'maintenance', 'restricted', 'importing', 'not stored'],
  '/settings': ['open', 'blocked', 'restricted', 'importing'],
  '/accessibility': ['open', 'blocked', 'maintenance', 'restricted', 'importing'],
  '/preferences/visit': ['open', 'blocked', 'maintenance', 'restricted', 'importing'],
  '/manifest.webmanifest': ['open', 'blocked', 'maintenance', 'importing'],
  '/legal/**': ['open', 'blocked', 'maintenance', 'importing', 'stored for all'],
  '/shortcuts': ['open'],
  '/api/docs': ['open', 'not ahead', 'stored for all'],

  '/export/download': ['restricted', 'not ahead', 'not stored'],
  '/export/**': ['not ahead', 'not stored'],
  '/import': ['file', 'not ahead'],
  '/import/*': ['importing', 'not ahead'],
  '/setup/1': ['picture'],
  '/profile/picture': ['picture'],
  '/profile/password': ['restricted'],
  '/profile/sessions': ['restricted'],
  '/profile/consent': ['restricted'],
  '/profile/delete': ['restricted'],
  '/avatars/**': ['importing', 'secret'],

  '/admin/backups/new': ['admin', 'not ahead', 'not stored'],
  '/admin/backups/*': ['super_admin', 'not ahead', 'not stored'],
  '/admin/invitations': ['super_admin', 'not ahead', 'not stored'],
  '/admin/settings/**': ['super_admin', 'not ahead', 'not stored'],
  '/admin/**': ['admin', 'not ahead', 'not stored'],

  '/api/v1/users/login': ['maintenance', 'restricted', 'importing'],
  '/api/v1/users/google-auth': ['maintenance'],
  '/api/v1/users/auth/google': ['maintenance'],
  '/api/v1/users/refresh-token': ['maintenance', 'restricted', 'importing'],
  '/api/v1/users/logout': ['blocked', 'maintenance', 'restricted', 'importing'],
  '/api/v1/users/sessions/*': ['restricted'],
  '/api/v1/users/change-password': ['restricted'],
  '/api/v1/users/set-password': ['restricted'],
  '/api/v1/users/account': ['restricted'],
  '/api/v1/users/password-reset': ['restricted'],
  '/api/v1/users/password-reset-request': ['restricted'],
  '/api/v1/users/verify-email': ['restricted'],
  '/api/v1/users/resend-verification': ['restricted'],
  '/api/v1/users/undo-email-change': ['restricted'],
  '/api/v1/users/upload-profile-picture': ['picture'],
  '/api/**': ['not ahead'],
};

const isPattern = (path: string) => /[*:]/.test(path);

const PATTERNS = Object.entries(ROUTES)
  .filter(([path]) => isPattern(path))
  .map(([path, traits]) => ({ expression: expressionOf(path), traits }));

function expressionOf(path: string): RegExp {
  const parts = path.replace('/**', '(/.*)?').replaceAll('/*', '/[^/]+').replaceAll(':id', '[\\da-f-]{36}');
  return new RegExp(`^${parts}$`);
}

/** Whether a path has a trait. Pages, unlike calls of the API, are known with a slash at their end too. */
export function hasTrait(path: string, trait: Trait): boolean {
  const plain = path.startsWith('/api/v1/') ? path : path.replace(/(.)\/+$/, '$1');
  const traits = Object.hasOwn(ROUTES, plain)
    ? ROUTES[plain]
    : PATTERNS.find(({ expression }) => expression.test(plain))?.traits;
  return traits?.includes(trait) ?? false;
}

/** The patterns of paths with a trait, as URL patterns write them, without those that are below another one. */
export function patternsWith(trait: Trait): string[] {
  const paths = Object.keys(ROUTES).filter((path) => ROUTES[path]?.includes(trait));
  const roots = paths.filter((path) => path.endsWith('/**')).map((path) => path.slice(0, -3));
  const single = paths.filter((path) => !roots.some((root) => `${path}/`.startsWith(`${root}/`)));
  return [...single, ...roots.flatMap((root) => [root, `${root}/*`])];
}

/** What a secret comes after in an address: `/verify-email`. */
export function secretRoots(): string[] {
  return Object.keys(ROUTES)
    .filter((path) => ROUTES[path]?.includes('secret'))
    .map((path) => path.replace('/**', ''));
}
