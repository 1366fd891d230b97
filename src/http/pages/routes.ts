/** What a path allows or is, beyond the defaults of every page. See {@link ROUTES}. */
type Trait =
  /** Needs no session. */
  | 'open'
  /** For guests only; others are redirected. */
  | 'guests'
  /** For administrators; use cases check it as well. */
  | 'admin'
  | 'super_admin'
  /** Asks for the password, and so for the code of an administrator, itself. */
  | 'own password'
  /** Open to blocked people. */
  | 'blocked'
  /** Open to restricted people: it leaves money alone. */
  | 'restricted'
  /** Open during an import: it neither reads nor writes what the import changes. */
  | 'importing'
  /** Served to everybody during maintenance. */
  | 'maintenance'
  /** Takes a profile picture. */
  | 'picture'
  /** Takes a file that is read while it arrives. */
  | 'file'
  /**
   * Answered with 304 before rendering: its tag covers everything it shows. Its data belongs to the viewer or raises
   * the viewer's revision on change, and its forms have no key.
   */
  | 'tagged'
  /** Not prefetched by browsers. */
  | 'not ahead'
  /** Not stored by the service worker: it shows other people, has a secret in its address, or does something. */
  | 'not stored'
  | 'stored for all'
  /** The secret in its address is not logged. */
  | 'secret'
  /** The secret in its address is the permission: programs of mail post to it without a page of ours. */
  | 'from anywhere';

/**
 * Who may open which path. An unlisted path is a page for signed-in people who are neither blocked nor importing;
 * restricted people see it and send nothing. `*` stands for one segment, `:id` for an id, `/**` at the end for the path
 * and everything below. Exact paths come first, then the first match.
 */
export const ROUTES: Record<string, readonly Trait[]> = {
  '/': ['tagged'],
  '/transactions': ['tagged'],
  '/transactions/insights': ['tagged'],
  '/analytics': ['tagged'],
  '/analytics/spending': ['tagged'],
  '/analytics/cash-flow': ['tagged'],
  '/analytics/health': ['tagged'],
  '/categories': ['tagged'],
  '/categories/clean-up': ['tagged'],
  '/categories/:id': ['tagged'],
  '/recurring': ['tagged'],
  '/recurring/calendar': ['tagged'],
  '/recurring/:id': ['tagged'],

  '/login': ['guests', 'maintenance', 'restricted', 'not stored'],
  '/login/code': ['guests', 'maintenance', 'restricted', 'not stored'],
  '/login/passkey': ['guests', 'maintenance', 'restricted', 'not ahead', 'not stored'],
  '/register': ['guests', 'not stored'],
  '/logout': ['open', 'blocked', 'maintenance', 'restricted', 'importing', 'not ahead', 'not stored'],
  '/google/**': ['open', 'maintenance', 'not ahead', 'not stored'],
  '/oidc/**': ['open', 'maintenance', 'not ahead', 'not stored'],
  '/forgot-password': ['open', 'restricted'],
  '/verify-email': ['open', 'not stored'],
  '/verify-email/**': ['open', 'restricted', 'not stored', 'secret'],
  '/reset-password/**': ['open', 'restricted', 'not stored', 'secret'],
  '/change-email/**': ['open', 'not stored', 'secret'],
  '/restore-email/**': ['open', 'restricted', 'not stored', 'secret'],

  '/unsubscribe/**': ['open', 'blocked', 'restricted', 'importing', 'not stored', 'secret', 'from anywhere'],

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
  // What a page that failed shows in its place, also to guests.
  '/500': ['open', 'blocked', 'maintenance', 'restricted', 'importing', 'not ahead', 'not stored'],
  '/help': ['open'],
  '/shortcuts': ['open'],
  '/api/docs': ['open', 'not ahead', 'stored for all'],

  '/export/download': ['restricted', 'not ahead', 'not stored'],
  '/export/**': ['not ahead', 'not stored'],
  '/import': ['file', 'not ahead'],
  '/import/*': ['importing', 'not ahead'],
  '/imports/**': ['importing'],
  '/setup/1': ['picture'],
  '/profile/picture': ['picture'],
  '/profile/password': ['restricted'],
  '/profile/sessions': ['restricted'],
  '/profile/tokens': ['not stored'],
  '/profile/passkeys': ['not stored'],
  '/profile/two-step': ['not stored'],
  '/profile/reminders': ['not stored'],
  '/profile/consent': ['restricted'],
  '/profile/delete': ['restricted'],
  '/avatars/**': ['importing', 'secret'],

  '/admin/backups/new': ['admin', 'not ahead', 'not stored'],
  '/admin/backups/*': ['super_admin', 'own password', 'not ahead', 'not stored'],
  '/admin/invitations': ['super_admin', 'not ahead', 'not stored'],
  '/admin/settings/**': ['super_admin', 'not ahead', 'not stored'],
  '/admin/**': ['admin', 'not ahead', 'not stored'],

  '/api/v1/users/login': ['maintenance', 'restricted', 'importing'],
  '/api/v1/users/login/two-factor': ['maintenance', 'restricted', 'importing'],
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
  '/api/v1/calendar/**': ['importing', 'secret', 'not ahead'],
  '/api/v1/imports': ['file'],
  '/api/v1/imports/*': ['importing'],
  '/api/v1/imports/*/carry-out': ['importing'],
  '/api/v1/imports/*/undo': ['importing'],
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

/** Pages, unlike API calls, also match with a trailing slash. */
export function hasTrait(path: string, trait: Trait): boolean {
  const plain = path.startsWith('/api/v1/') ? path : path.replace(/(.)\/+$/, '$1');
  const traits = Object.hasOwn(ROUTES, plain)
    ? ROUTES[plain]
    : PATTERNS.find(({ expression }) => expression.test(plain))?.traits;
  return traits?.includes(trait) ?? false;
}

/** As URL patterns, without those below another one. */
export function patternsWith(trait: Trait): string[] {
  const paths = Object.keys(ROUTES).filter((path) => ROUTES[path]?.includes(trait));
  const roots = paths.filter((path) => path.endsWith('/**')).map((path) => path.slice(0, -3));
  const isBelow = (path: string) => roots.some((root) => path !== root && `${path}/`.startsWith(`${root}/`));
  const single = paths.filter((path) => !isBelow(path));
  const highest = roots.filter((root) => !isBelow(root));
  return [...single, ...highest.flatMap((root) => [root, `${root}/*`])];
}

/** The part of an address before its secret: `/verify-email`. */
export function secretRoots(): string[] {
  return Object.keys(ROUTES)
    .filter((path) => ROUTES[path]?.includes('secret'))
    .map((path) => path.replace('/**', ''));
}
