export const INTRODUCTION = [
  'Everything is JSON in UTF-8. A successful answer is `{"success": true, "data": …}`, an error `{"success": false, "error": {"code", "message", "details"}}` with the HTTP status.',
  'Sign in with `POST /users/login` and send `Authorization: Bearer <accessToken>`, or use the session cookie. With the cookie, requests that change something must come from pages of the same site.',
  'Field names may be in snake_case or camelCase. Unknown fields are ignored. Errors name a field as it was sent; one that was not sent as it is described here, or in snake_case beside others in snake_case. For optional fields of something new, `null` and an empty string mean the same as a missing field; in a change, they clear what may be empty, such as notes or a category, and leave the other optional fields as they are.',
  'Amounts are numbers with at most two decimals (yen: none), dates `YYYY-MM-DD`, times `HH:MM`, instants ISO 8601 in UTC. Ids are opaque strings of at most 40 characters.',
  'Every answer to a GET has an `ETag`. Send it as `If-None-Match` to get 304 if nothing has changed. Every answer has an `X-Request-Id`.',
  'Messages follow the language of the account, or `Accept-Language` for guests. Objects of other accounts are answered with 404, like missing ones.',
];

/** The groups in the order of the description; a path belongs to the first that matches. */
const GROUPS = [
  { name: 'Reminders', paths: /^\/(calendar|users\/(calendar|reminders))\b/ },
  { name: 'Accounts and sessions', paths: /^\/(users|auth-status)\b/ },
  { name: 'Onboarding', paths: /^\/onboarding\b/ },
  { name: 'Balance and summaries', paths: /^\/transactions\/(balance|categories|dashboard|summary)\b/ },
  { name: 'Recurring transactions', paths: /^\/transactions\/(templates|recurring|generate-recurring)\b/ },
  { name: 'Transactions', paths: /^\/transactions\b/ },
  { name: 'Analytics', paths: /^\/analytics\b/ },
  { name: 'Accounts with money', paths: /^\/(accounts|transfers)\b/ },
  { name: 'Budgets and goals', paths: /^\/(budgets|goals)\b/ },
  { name: 'Rules', paths: /^\/rules\b/ },
  { name: 'Imports', paths: /^\/imports\b/ },
  { name: 'Categories', paths: /^\/categories\b/ },
  { name: 'Administration', paths: /^\/(admin|performance)\b/ },
  { name: 'Export', paths: /^\/export\b/ },
  { name: 'Currency exchange', paths: /^\/exchange\b/ },
  { name: 'Description', paths: /^\/openapi\.json$/ },
];

export const GROUP_NAMES = GROUPS.map(({ name }) => name);

/** @throws Error when no group matches */
export function groupOf(path: string): string {
  const group = GROUPS.find(({ paths }) => paths.test(path));
  if (!group) throw new Error(`${path} belongs to no group: add one to src/api/openapi/groups.ts`);
  return group.name;
}
