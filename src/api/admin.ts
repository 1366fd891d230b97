import * as v from 'valibot';
import { presentListed } from '../domain/activity/read.ts';
import { activitySchema } from '../domain/activity/schema.ts';
import { manageUser } from '../domain/admin/acts/manage.ts';
import { manageMany } from '../domain/admin/acts/manage-many.ts';
import { bulkManageSchema, manageSchema, roleErrors } from '../domain/admin/acts/schema.ts';
import { readDashboard, readInstanceHealth, readStatistics } from '../domain/admin/dashboard.ts';
import { listLog } from '../domain/admin/log.ts';
import { listUsers } from '../domain/admin/users/list.ts';
import { readManaged, readUser } from '../domain/admin/users/read.ts';
import { usersSchema } from '../domain/admin/users/schema.ts';
import { presentPagination } from '../domain/pagination.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { activityShape, adminUserShape, bulkResultShape, peopleShape } from './shapes/admin.ts';
import { dashboardShape, healthShape, statisticsShape } from './shapes/instance.ts';
import { paginationShape } from './shapes/transactions.ts';
import { countShape } from './shapes/values.ts';

export const admin: Endpoints = {
  'GET /users': endpoint({
    summary: 'List users',
    role: 'admin',
    note: '`summary` counts everybody, whatever the filter is; `pagination` what matches. `page` or `cursor` may be sent instead of `offset`.',
    query: usersSchema,
    data: { users: v.array(adminUserShape), summary: peopleShape, pagination: paginationShape },
    answer: async (context, input) => {
      const { users, summary, total } = await listUsers(context, input);
      return { users, summary, pagination: presentPagination(input, users.length, total) };
    },
  }),
  'GET /users/:id': endpoint({
    summary: 'Get a user',
    role: 'admin',
    note: '`statistics` are counts alone: what a person records is nobody else’s business.',
    data: {
      user: adminUserShape,
      statistics: v.object({
        transactions: countShape,
        templates: countShape,
        categories: countShape,
        sessions: countShape,
      }),
      activity: v.array(activityShape),
    },
    answer: async (context, _input, { id }) => {
      const { user, statistics, activity } = await readUser(context, id);
      return { user, statistics, activity: activity.map(presentListed) };
    },
  }),
  'POST /users/bulk-manage': endpoint({
    summary: 'Act on many users',
    role: 'admin',
    note: 'Each user is handled under the same rules as alone; `results` say what became of each, in order.',
    body: bulkManageSchema,
    example: { action: 'block', userIds: ['0197a000-0000-7000-8000-000000000000'], reason: 'Spam' },
    data: {
      summary: v.object({ successful: countShape, failed: countShape }),
      results: v.array(bulkResultShape),
    },
    answer: async (context, input) => {
      const { results } = await manageMany(context, input);
      const successful = results.filter(({ ok }) => ok).length;
      return { summary: { successful, failed: results.length - successful }, results };
    },
  }),
  'POST /users/:id/manage': endpoint({
    summary: 'Act on a user',
    role: 'admin',
    note: 'An admin cannot act on admins and super admins, and nobody on themselves; `set_role` takes a super admin. A block or restriction of somebody who has one replaces it, with its reason and its end. A deleted user can be restored for 30 days.',
    body: manageSchema,
    example: { action: 'block', reason: 'Spam', expiresHours: 24 },
    data: { user: adminUserShape },
    refuses: { ALREADY_VERIFIED: 409, TARGET_BLOCKED: 409, RATE_LIMITED: 429 },
    also: () => roleErrors,
    answer: async (context, input, { id }) => {
      await manageUser(context, id, input);
      return { user: await readManaged(context, id) };
    },
  }),
  'GET /dashboard': endpoint({
    summary: 'Get the dashboard of the administration',
    role: 'admin',
    note: 'Days are those in UTC; counts by day may be two minutes old, and `measured_at` says when they were measured. `attention` says what needs an administrator.',
    data: dashboardShape,
    answer: (context) => readDashboard(context),
  }),
  'GET /statistics': endpoint({
    summary: 'Get the statistics of the last 30 days',
    role: 'admin',
    note: 'Days are those in UTC, the oldest first. The figures may be five minutes old.',
    data: statisticsShape,
    answer: (context) => readStatistics(context),
  }),
  'GET /health': endpoint({
    summary: 'Get the health of the instance',
    role: 'admin',
    data: healthShape.entries,
    answer: (context) => readInstanceHealth(context),
  }),
  'GET /activity': endpoint({
    summary: 'List the activity of administrators and the security events of accounts',
    role: 'admin',
    note: 'The newest first; `userId` is whom an entry is about. `admin_username` is whoever acted.',
    query: activitySchema,
    data: { activities: v.array(activityShape), total_count: countShape, pagination: paginationShape },
    answer: async (context, input) => {
      const { entries, total } = await listLog(context, input);
      return {
        activities: entries.map(presentListed),
        total_count: total,
        pagination: presentPagination(input, entries.length, total),
      };
    },
  }),
};
