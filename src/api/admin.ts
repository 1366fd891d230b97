import { Hono } from 'hono';
import * as v from 'valibot';
import { presentListed } from '../domain/activity/present.ts';
import { activitySchema, entriesBefore } from '../domain/activity/schema.ts';
import { manageUser } from '../domain/admin/acts/manage.ts';
import { manageMany } from '../domain/admin/acts/manage-many.ts';
import { bulkManageSchema, manageSchema, roleFaults } from '../domain/admin/acts/schema.ts';
import { readDashboard, readInstanceHealth, readStatistics } from '../domain/admin/dashboard.ts';
import { listLog } from '../domain/admin/log.ts';
import { listUsers } from '../domain/admin/users/list-users.ts';
import { readManaged, readUser } from '../domain/admin/users/read-user.ts';
import { usersSchema } from '../domain/admin/users/schema.ts';
import { signedInAs } from '../http/authentication/authenticate.ts';
import type { HttpEnv } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { about } from './description/about.ts';
import { body, query } from './request.ts';
import { activityShape, adminUserShape, bulkResultShape, peopleShape } from './shapes/admin.ts';
import { dashboardShape, healthShape, statisticsShape } from './shapes/instance.ts';
import { paginationShape } from './shapes/transactions.ts';
import { countShape } from './shapes/values.ts';

/** People and the log, for administrators. */
export function admin(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(
      '/users',
      about({
        summary: 'List users',
        role: 'admin',
        note: '`summary` counts everybody, whatever the filter is; `pagination` what matches. `page` or `cursor` may be sent instead of `offset`.',
        query: usersSchema,
        data: { users: v.array(adminUserShape), summary: peopleShape, pagination: paginationShape },
      }),
      async (call) => {
        const { users, summary, total, limit, offset } = await listUsers(
          signedInAs(call, 'admin'),
          query(call, usersSchema),
        );
        const hasMore = offset + users.length < total;
        const nextCursor = hasMore ? `o${offset + limit}` : null;
        const pagination = { page: Math.floor(offset / limit) + 1, limit, total, hasMore, nextCursor };
        return ok(call, { users, summary, pagination });
      },
    )
    .get(
      '/users/:id',
      about({
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
      }),
      async (call) => {
        const { user, statistics, activity } = await readUser(
          signedInAs(call, 'admin'),
          call.req.param('id'),
        );
        return ok(call, { user, statistics, activity: activity.map(presentListed) });
      },
    )
    .post(
      '/users/bulk-manage',
      about({
        summary: 'Act on many users',
        role: 'admin',
        note: 'Each user is handled under the same rules as alone; `results` say what became of each, in order.',
        body: bulkManageSchema,
        example: { action: 'block', userIds: ['0197a000-0000-7000-8000-000000000000'], reason: 'Spam' },
        data: {
          summary: v.object({ successful: countShape, failed: countShape }),
          results: v.array(bulkResultShape),
        },
      }),
      async (call) => {
        const context = signedInAs(call, 'admin');
        const { results } = await manageMany(context, await body(call, bulkManageSchema));
        const successful = results.filter(({ ok }) => ok).length;
        return ok(call, { summary: { successful, failed: results.length - successful }, results });
      },
    )
    .post(
      '/users/:id/manage',
      about({
        summary: 'Act on a user',
        role: 'admin',
        note: 'An admin cannot act on admins and super admins, and nobody on themselves; `set_role` takes a super admin. A deleted user can be restored for 30 days.',
        body: manageSchema,
        example: { action: 'block', reason: 'Spam', expiresHours: 24 },
        data: { user: adminUserShape },
        refuses: { ALREADY_VERIFIED: 409, TARGET_BLOCKED: 409, RATE_LIMITED: 429 },
      }),
      async (call) => {
        const context = signedInAs(call, 'admin');
        const id = call.req.param('id');
        await manageUser(context, id, await body(call, manageSchema, roleFaults));
        return ok(call, { user: await readManaged(context, id) });
      },
    )
    .get(
      '/dashboard',
      about({
        summary: 'Get the dashboard of the administration',
        role: 'admin',
        note: 'Days are those in UTC; counts by day may be two minutes old, and `measured_at` says when they were measured. `attention` says what needs an administrator.',
        data: dashboardShape,
      }),
      async (call) => ok(call, await readDashboard(signedInAs(call, 'admin'))),
    )
    .get(
      '/statistics',
      about({
        summary: 'Get the statistics of the last 30 days',
        role: 'admin',
        note: 'Days are those in UTC, the oldest first. The figures may be five minutes old.',
        data: statisticsShape,
      }),
      async (call) => ok(call, await readStatistics(signedInAs(call, 'admin'))),
    )
    .get(
      '/health',
      about({
        summary: 'Get the health of the instance',
        role: 'admin',
        data: healthShape.entries,
      }),
      async (call) => ok(call, await readInstanceHealth(signedInAs(call, 'admin'))),
    )
    .get(
      '/activity',
      about({
        summary: 'List the activity of administrators and the security events of accounts',
        role: 'admin',
        note: 'The newest first; `userId` is whom an entry is about. `admin_username` is whoever acted.',
        query: activitySchema,
        data: { activities: v.array(activityShape), total_count: countShape, pagination: paginationShape },
      }),
      async (call) => {
        const context = signedInAs(call, 'admin');
        const input = query(call, activitySchema);
        const { entries, total } = await listLog(context, input);
        const { limit } = input;
        const offset = entriesBefore(input);
        const hasMore = offset + entries.length < total;
        return ok(call, {
          activities: entries.map(presentListed),
          total_count: total,
          pagination: {
            page: Math.floor(offset / limit) + 1,
            limit,
            total,
            hasMore,
            nextCursor: hasMore ? `o${offset + limit}` : null,
          },
        });
      },
    );
}
