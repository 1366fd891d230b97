/** The expected access and methods of every API route; a route that is missing here fails the run. */
export interface ExpectedRoute {
  route: string;
  /** The path of a request, with `{id}` for a transaction's id. */
  path: string;
  access: 'anybody' | 'signed in' | 'admin' | 'super admin';
  /** All methods of the path, as in `Allow`. */
  allow: string[];
  /** An invalid query or body: guests are refused before it is validated. */
  faulty?: string;
  /** Accepts a form with a file, not JSON. */
  takesFile?: boolean;
}

const READ = ['GET', 'HEAD'];

export const EXPECTED_ROUTES: ExpectedRoute[] = [
  { route: 'GET /openapi.json', path: '/openapi.json', access: 'anybody', allow: READ },
  { route: 'POST /users/register', path: '/users/register', access: 'anybody', allow: ['POST'] },
  { route: 'POST /users/login', path: '/users/login', access: 'anybody', allow: ['POST'] },
  { route: 'POST /users/refresh-token', path: '/users/refresh-token', access: 'anybody', allow: ['POST'] },
  { route: 'POST /users/logout', path: '/users/logout', access: 'anybody', allow: ['POST'] },
  { route: 'POST /users/verify-email', path: '/users/verify-email', access: 'anybody', allow: ['POST'] },
  {
    route: 'POST /users/resend-verification',
    path: '/users/resend-verification',
    access: 'anybody',
    allow: ['POST'],
  },
  {
    route: 'POST /users/password-reset-request',
    path: '/users/password-reset-request',
    access: 'anybody',
    allow: ['POST'],
  },
  { route: 'POST /users/password-reset', path: '/users/password-reset', access: 'anybody', allow: ['POST'] },
  { route: 'POST /users/set-password', path: '/users/set-password', access: 'signed in', allow: ['POST'] },
  {
    route: 'POST /users/change-password',
    path: '/users/change-password',
    access: 'signed in',
    allow: ['POST'],
  },
  ...['google-auth', 'auth/google'].map((path) => ({
    route: `POST /users/${path}`,
    path: `/users/${path}`,
    access: 'anybody' as const,
    allow: ['POST'],
  })),
  ...['link-google', 'unlink-google'].map((path) => ({
    route: `POST /users/${path}`,
    path: `/users/${path}`,
    access: 'signed in' as const,
    allow: ['POST'],
  })),
  { route: 'GET /auth-status', path: '/auth-status', access: 'signed in', allow: READ },
  { route: 'GET /auth-status/verify', path: '/auth-status/verify', access: 'signed in', allow: READ },
  {
    route: 'POST /users/upload-profile-picture',
    path: '/users/upload-profile-picture',
    access: 'signed in',
    allow: ['POST'],
    takesFile: true,
  },
  {
    route: 'DELETE /users/profile-picture',
    path: '/users/profile-picture',
    access: 'signed in',
    allow: ['DELETE'],
  },
  { route: 'POST /users/change-email', path: '/users/change-email', access: 'signed in', allow: ['POST'] },
  { route: 'POST /users/confirm-email', path: '/users/confirm-email', access: 'anybody', allow: ['POST'] },
  {
    route: 'POST /users/undo-email-change',
    path: '/users/undo-email-change',
    access: 'anybody',
    allow: ['POST'],
  },
  { route: 'GET /users/export-account', path: '/users/export-account', access: 'signed in', allow: READ },
  { route: 'DELETE /users/account', path: '/users/account', access: 'signed in', allow: ['DELETE'] },
  { route: 'GET /users/sessions', path: '/users/sessions', access: 'signed in', allow: READ },
  {
    route: 'DELETE /users/sessions/:id',
    path: '/users/sessions/{id}',
    access: 'signed in',
    allow: ['DELETE'],
  },
  { route: 'GET /users/profile', path: '/users/profile', access: 'signed in', allow: [...READ, 'PUT'] },
  { route: 'PUT /users/profile', path: '/users/profile', access: 'signed in', allow: [...READ, 'PUT'] },
  {
    route: 'GET /onboarding/status',
    path: '/onboarding/status',
    access: 'signed in',
    allow: READ,
  },
  ...['preferences', 'complete', 'skip'].map((name) => ({
    route: `POST /onboarding/${name}`,
    path: `/onboarding/${name}`,
    access: 'signed in' as const,
    allow: ['POST'],
  })),
  {
    route: 'GET /categories',
    path: '/categories',
    access: 'signed in',
    allow: [...READ, 'POST'],
    faulty: '?type=neither',
  },
  { route: 'POST /categories', path: '/categories', access: 'signed in', allow: [...READ, 'POST'] },
  {
    route: 'GET /categories/search',
    path: '/categories/search',
    access: 'signed in',
    allow: [...READ, 'PUT', 'DELETE'],
  },
  {
    route: 'GET /categories/suggestions',
    path: '/categories/suggestions',
    access: 'signed in',
    allow: [...READ, 'PUT', 'DELETE'],
    faulty: '?amount=x',
  },
  {
    route: 'GET /categories/analytics',
    path: '/categories/analytics',
    access: 'signed in',
    allow: [...READ, 'PUT', 'DELETE'],
    faulty: '?months=x',
  },
  {
    route: 'GET /categories/:id/analytics',
    path: '/categories/{id}/analytics',
    access: 'signed in',
    allow: READ,
    faulty: '?months=x',
  },
  ...['GET', 'PUT', 'DELETE'].map((method) => ({
    route: `${method} /categories/:id`,
    path: '/categories/{id}',
    access: 'signed in' as const,
    allow: [...READ, 'PUT', 'DELETE'],
  })),
  { route: 'GET /transactions', path: '/transactions', access: 'signed in', allow: READ, faulty: '?page=x' },
  // GET is there because `expense` may be the id of a transaction.
  {
    route: 'POST /transactions/expense',
    path: '/transactions/expense',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'POST /transactions/income',
    path: '/transactions/income',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'POST /transactions/line',
    path: '/transactions/line',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'POST /transactions/transaction',
    path: '/transactions/transaction',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'POST /transactions/bulk',
    path: '/transactions/bulk',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'POST /transactions/bulk-update',
    path: '/transactions/bulk-update',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'POST /transactions/bulk-delete',
    path: '/transactions/bulk-delete',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'POST /transactions/restore',
    path: '/transactions/restore',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'GET /transactions/recent',
    path: '/transactions/recent',
    access: 'signed in',
    allow: READ,
    faulty: '?limit=x',
  },
  {
    route: 'GET /transactions/upcoming',
    path: '/transactions/upcoming',
    access: 'signed in',
    allow: READ,
    faulty: '?days=x',
  },
  {
    route: 'GET /transactions/payees',
    path: '/transactions/payees',
    access: 'signed in',
    allow: READ,
  },
  {
    route: 'GET /transactions/search',
    path: '/transactions/search',
    access: 'signed in',
    allow: READ,
    faulty: '?limit=x',
  },
  {
    route: 'GET /transactions/insights',
    path: '/transactions/insights',
    access: 'signed in',
    allow: READ,
    faulty: '?limit=x',
  },
  {
    route: 'GET /analytics/dashboard/summary',
    path: '/analytics/dashboard/summary',
    access: 'signed in',
    allow: READ,
    faulty: '?period=x',
  },
  {
    route: 'GET /analytics/user',
    path: '/analytics/user',
    access: 'signed in',
    allow: READ,
    faulty: '?months=0',
  },
  // GET is there because `check` may be the id of a transaction.
  {
    route: 'POST /transactions/check',
    path: '/transactions/check',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  { route: 'GET /transactions/:id', path: '/transactions/{id}', access: 'signed in', allow: READ },
  {
    route: 'PUT /transactions/:type{(?:expense|income)}/:id',
    path: '/transactions/expense/{id}',
    access: 'signed in',
    allow: ['PUT', 'DELETE'],
  },
  {
    route: 'DELETE /transactions/:type{(?:expense|income)}/:id',
    path: '/transactions/income/{id}',
    access: 'signed in',
    allow: ['PUT', 'DELETE'],
  },
  ...['GET', 'POST'].map((method) => ({
    route: `${method} /transactions/templates`,
    path: '/transactions/templates',
    access: 'signed in' as const,
    allow: [...READ, 'POST'],
  })),
  // The others are there because `preview` and `bulk` may be the id of a template.
  ...['preview', 'bulk'].map((name) => ({
    route: `POST /transactions/templates/${name}`,
    path: `/transactions/templates/${name}`,
    access: 'signed in' as const,
    allow: [...READ, 'POST', 'PUT', 'DELETE'],
  })),
  ...['GET', 'PUT', 'DELETE'].map((method) => ({
    route: `${method} /transactions/templates/:id`,
    path: '/transactions/templates/{id}',
    access: 'signed in' as const,
    allow: [...READ, 'PUT', 'DELETE'],
    ...(method === 'DELETE' && { faulty: '?scope=x' }),
  })),
  ...['POST', 'DELETE'].map((method) => ({
    route: `${method} /transactions/templates/:id/skip`,
    path: '/transactions/templates/{id}/skip',
    access: 'signed in' as const,
    allow: ['POST', 'DELETE'],
  })),
  ...['stop', 'resume', 'regenerate', 'preview'].map((verb) => ({
    route: `POST /transactions/templates/:id/${verb}`,
    path: `/transactions/templates/{id}/${verb}`,
    access: 'signed in' as const,
    allow: ['POST'],
  })),
  // GET is there because `generate-recurring` may be the id of a transaction.
  {
    route: 'POST /transactions/generate-recurring',
    path: '/transactions/generate-recurring',
    access: 'signed in',
    allow: [...READ, 'POST'],
  },
  {
    route: 'GET /transactions/recurring/:id',
    path: '/transactions/recurring/{id}',
    access: 'signed in',
    allow: [...READ, 'DELETE'],
  },
  {
    route: 'DELETE /transactions/recurring/:id',
    path: '/transactions/recurring/{id}',
    access: 'signed in',
    allow: [...READ, 'DELETE'],
    faulty: '?deleteType=x',
  },
  {
    route: 'DELETE /transactions/upcoming/:id',
    path: '/transactions/upcoming/{id}',
    access: 'signed in',
    allow: ['DELETE'],
  },
  { route: 'GET /transactions/balance', path: '/transactions/balance', access: 'signed in', allow: READ },
  {
    route: 'GET /transactions/balance/details',
    path: '/transactions/balance/details',
    access: 'signed in',
    allow: READ,
    faulty: '?date=x',
  },
  {
    route: 'GET /transactions/balance/history',
    path: '/transactions/balance/history',
    access: 'signed in',
    allow: READ,
    faulty: '?months=x',
  },
  {
    route: 'GET /transactions/balance/history/:period{(?:daily|weekly|monthly|yearly)}',
    path: '/transactions/balance/history/weekly',
    access: 'signed in',
    allow: READ,
    faulty: '?months=x',
  },
  {
    route: 'GET /transactions/dashboard',
    path: '/transactions/dashboard',
    access: 'signed in',
    allow: READ,
    faulty: '?days=x',
  },
  {
    route: 'GET /transactions/categories/breakdown',
    path: '/transactions/categories/breakdown',
    access: 'signed in',
    allow: READ,
    faulty: '?type=x',
  },
  {
    route: 'GET /transactions/summary',
    path: '/transactions/summary',
    access: 'signed in',
    allow: READ,
    faulty: '?start_date=x',
  },
  {
    route: 'GET /transactions/summary/monthly',
    path: '/transactions/summary/monthly',
    access: 'signed in',
    allow: READ,
    faulty: '?month=13',
  },
  { route: 'GET /admin/settings', path: '/admin/settings', access: 'super admin', allow: [...READ, 'PUT'] },
  { route: 'PUT /admin/settings', path: '/admin/settings', access: 'super admin', allow: [...READ, 'PUT'] },
  {
    route: 'DELETE /admin/settings/:key',
    path: '/admin/settings/site_name',
    access: 'super admin',
    allow: ['DELETE'],
  },
  {
    route: 'GET /exchange/rates',
    path: '/exchange/rates',
    access: 'signed in',
    allow: READ,
    faulty: '?base=x',
  },
  {
    route: 'GET /exchange/convert',
    path: '/exchange/convert?from=USD&to=EUR&amount=1',
    access: 'signed in',
    allow: READ,
    faulty: '?from=x',
  },
];

export const methodOf = ({ route }: ExpectedRoute) => route.split(' ')[0] ?? '';
