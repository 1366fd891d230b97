/** A route that is missing here fails the run. */
export interface ExpectedRoute {
  route: string;
  /** With `{id}` for a transaction's id. */
  path: string;
  access: 'anybody' | 'signed in' | 'admin' | 'super admin';
  /** All methods of the path, as in `Allow`: a fixed name of a path is never the id of another route. */
  allow: string[];
  /** An invalid query or body: guests are refused before validation. */
  invalid?: string | undefined;
  /** Accepts a form with a file, not JSON. */
  takesFile: boolean;
}

/** By who may call them: methods, path, and a query that is invalid. */
const TABLE: Record<ExpectedRoute['access'], string> = {
  anybody: `
    GET /openapi.json
    POST /users/register
    POST /users/login
    POST /users/login/two-factor
    POST /users/refresh-token
    POST /users/logout
    POST /users/verify-email
    POST /users/resend-verification
    POST /users/password-reset-request
    POST /users/password-reset
    POST /users/google-auth
    POST /users/auth/google
    POST /users/confirm-email
    POST /users/undo-email-change
    GET /calendar/:token`,
  'signed in': `
    POST /users/set-password
    POST /users/change-password
    POST /users/link-google
    POST /users/unlink-google
    POST /users/unlink-oidc
    GET /auth-status
    GET /auth-status/verify
    POST /users/upload-profile-picture
    DELETE /users/profile-picture
    POST /users/change-email
    GET /users/export-account
    DELETE /users/account
    GET /users/sessions
    DELETE /users/sessions/:id
    POST /users/two-factor/start
    POST /users/two-factor/confirm
    POST /users/two-factor/disable
    POST /users/two-factor/recovery-codes
    GET /users/tokens
    POST /users/tokens
    DELETE /users/tokens/:id
    GET /users/passkeys
    DELETE /users/passkeys/:id
    GET|PUT /users/profile
    GET|POST|DELETE /users/calendar
    GET|PUT /users/reminders
    GET|POST /users/push
    DELETE /users/push/:id
    GET /onboarding/status
    POST /onboarding/preferences
    POST /onboarding/complete
    POST /onboarding/skip
    GET|POST /accounts
    GET|PUT|DELETE /accounts/:id
    GET /transfers ?page=x
    POST /transfers
    GET /transfers/candidates ?days=x
    POST /transfers/candidates/join
    POST /transfers/candidates/dismiss
    GET|PUT|DELETE /transfers/:id
    GET /imports ?page=x
    POST /imports
    POST /imports/rows
    GET /imports/accounts
    DELETE /imports/accounts ?key=x
    GET|DELETE /imports/:id
    PUT /imports/:id/mapping
    GET|PUT /imports/:id/rows
    POST /imports/:id/carry-out
    POST /imports/:id/undo
    POST /transactions/transfer
    GET /accounts/:id/reconcile ?date=x
    POST /accounts/:id/reconcile
    POST /accounts/:id/pay-bills
    GET /accounts/:id/history/:period{(?:daily|weekly|monthly|yearly)} ?months=x
    GET|POST /budgets
    GET /budgets/state ?date=x
    GET /budgets/suggestions ?months=x
    GET|PUT|DELETE /budgets/:id
    GET|POST /goals
    GET|PUT|DELETE /goals/:id
    POST /goals/:id/save
    GET /rules
    POST /rules
    POST /rules/preview
    POST /rules/order
    GET|PUT|DELETE /rules/:id
    POST /rules/:id/apply ?dateFrom=x
    GET /categories ?type=neither
    POST /categories
    GET /categories/search
    GET /categories/suggestions ?amount=x
    GET /categories/analytics ?months=x
    GET /categories/:id/analytics ?months=x
    GET|PUT|DELETE /categories/:id
    GET /transactions ?page=x
    POST /transactions/expense
    POST /transactions/income
    POST /transactions/line
    POST /transactions/transaction
    POST /transactions/bulk
    POST /transactions/bulk-update
    POST /transactions/bulk-delete
    POST /transactions/restore
    GET /transactions/recent ?limit=x
    GET /transactions/upcoming ?days=x
    GET /transactions/payees
    GET /transactions/search ?limit=x
    GET /transactions/insights ?limit=x
    POST|DELETE /transactions/insights/not-duplicates
    GET /analytics/dashboard/summary ?period=x
    GET /analytics/user ?months=0
    POST /transactions/check
    GET /transactions/:id
    PUT|DELETE /transactions/:type{(?:expense|income)}/:id
    GET|POST /transactions/templates
    POST /transactions/templates/preview
    POST /transactions/templates/bulk
    GET|PUT /transactions/templates/:id
    DELETE /transactions/templates/:id ?scope=x
    POST|DELETE /transactions/templates/:id/skip
    POST /transactions/templates/:id/stop
    POST /transactions/templates/:id/resume
    POST /transactions/templates/:id/regenerate
    POST /transactions/templates/:id/preview
    POST /transactions/generate-recurring
    GET /transactions/recurring/:id
    DELETE /transactions/recurring/:id ?deleteType=x
    DELETE /transactions/upcoming/:id
    GET /transactions/balance
    GET /transactions/balance/details ?date=x
    GET /transactions/balance/history ?months=x
    GET /transactions/balance/history/:period{(?:daily|weekly|monthly|yearly)} ?months=x
    GET /transactions/dashboard ?days=x
    GET /transactions/categories/breakdown ?type=x
    GET /transactions/summary ?start_date=x
    GET /transactions/summary/monthly ?month=13
    GET /export/options
    GET /export/csv ?type=x
    GET /export/json ?type=x
    GET /export/pdf ?type=x
    GET /exchange/rates ?base=x
    GET /exchange/convert ?from=x`,
  admin: `
    GET /admin/users ?role=x
    GET /admin/users/:id
    POST /admin/users/:id/manage
    POST /admin/users/bulk-manage
    GET /admin/dashboard
    GET /admin/statistics
    GET /admin/health
    GET /admin/activity`,
  'super admin': `
    GET|PUT /admin/settings
    DELETE /admin/settings/:key
    GET /performance/dashboard
    GET /performance/cache-stats
    GET /performance/db-stats
    GET /performance/security-stats`,
};

const EXAMPLES: [RegExp, string][] = [
  [/:type\{.*?\)\}/, 'expense'],
  [/:period\{.*\}/, 'weekly'],
  [/:key/, 'site_name'],
  [/:id/, '{id}'],
  [/convert$/, 'convert?from=USD&to=EUR&amount=1'],
];

const ROWS = Object.entries(TABLE).flatMap(([access, lines]) =>
  lines.match(/\S.*/g)?.flatMap((line) => {
    const [methods = '', pattern = '', invalid] = line.split(' ');
    return methods.split('|').map((method) => ({ access, method, pattern, invalid }));
  }),
) as (Pick<ExpectedRoute, 'access' | 'invalid'> & { method: string; pattern: string })[];

export const EXPECTED_ROUTES: ExpectedRoute[] = ROWS.map(({ access, method, pattern, invalid }) => {
  const path = EXAMPLES.reduce((whole, [part, example]) => whole.replace(part, example), pattern);
  const isSame = (other: (typeof ROWS)[number]) =>
    pattern.includes(':') ? patternOf(other.pattern).test(path) : other.pattern === pattern;
  const allow = ROWS.filter(isSame).flatMap((other) =>
    other.method === 'GET' ? ['GET', 'HEAD'] : other.method,
  );
  const takesFile = `${method} ${pattern}` === 'POST /imports' || pattern === '/users/upload-profile-picture';
  return { route: `${method} ${pattern}`, path, access, allow: [...new Set(allow)], invalid, takesFile };
});

function patternOf(pattern: string): RegExp {
  const part = pattern.replace(/:\w+(?:\{(.+?\))\})?/g, (_, choices = '[^/]+') => choices);
  return new RegExp(`^${part}$`);
}

export const methodOf = ({ route }: ExpectedRoute) => route.split(' ')[0] ?? '';
