/** The groups of the description in their order; a path belongs to the first one that matches. */
const GROUPS = [
  { name: 'Accounts and sessions', paths: /^\/(users|auth-status)\b/ },
  { name: 'Onboarding', paths: /^\/onboarding\b/ },
  { name: 'Balance and summaries', paths: /^\/transactions\/(balance|categories|dashboard|summary)\b/ },
  { name: 'Recurring transactions', paths: /^\/transactions\/(templates|recurring|generate-recurring)\b/ },
  { name: 'Transactions', paths: /^\/transactions\b/ },
  { name: 'Analytics', paths: /^\/analytics\b/ },
  { name: 'Categories', paths: /^\/categories\b/ },
  { name: 'Administration', paths: /^\/(admin|performance)\b/ },
  { name: 'Export', paths: /^\/export\b/ },
  { name: 'Currency exchange', paths: /^\/exchange\b/ },
  { name: 'Description', paths: /^\/openapi\.json$/ },
];

export const GROUP_NAMES = GROUPS.map(({ name }) => name);

/** The group of a path. @throws Error when there is none */
export function groupOf(path: string): string {
  const group = GROUPS.find(({ paths }) => paths.test(path));
  if (!group) throw new Error(`${path} belongs to no group: add one to src/api/description/groups.ts`);
  return group.name;
}
