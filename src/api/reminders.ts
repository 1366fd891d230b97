import * as v from 'valibot';
import { readCalendar, readFeed, renewFeed, revokeFeed } from '../domain/reminders/calendar-feed.ts';
import { feedSchema, remindersSchema } from '../domain/reminders/schema.ts';
import { presentReminders, readReminders, saveReminders } from '../domain/reminders/settings.ts';
import { readPush, subscribe, unsubscribePush } from '../domain/sessions/push-subscriptions.ts';
import { subscriptionSchema } from '../domain/sessions/schema.ts';
import { type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { contextOf } from './request.ts';
import { feedShape, pushShape, remindersShape } from './shapes/reminders.ts';

export const reminders: Endpoints = {
  'GET /reminders': endpoint({
    summary: 'See what you are reminded of',
    note: 'Everything is off at first.',
    data: { reminders: remindersShape },
    answer: async (context) => ({ reminders: presentReminders(await readReminders(context)) }),
  }),
  'PUT /reminders': endpoint({
    summary: 'Choose what you are reminded of',
    note: 'By mail and in browsers that subscribed, within about an hour, each once. Missing fields stay unchanged. `low_balance` needs `low_balance_line`, in your currency, which may be below zero. Nothing is sent between `quiet_from` and `quiet_to` by the clock of your time zone; null for both turns that off. Without `by_mail` only browsers show them, if there are any.',
    body: remindersSchema,
    example: { bill: true, low_balance: true, low_balance_line: 500, quiet_from: '21:00', quiet_to: '08:00' },
    data: { reminders: remindersShape },
    answer: async (context, input) => ({ reminders: presentReminders(await saveReminders(context, input)) }),
  }),
  'GET /push': endpoint({
    summary: 'See which browsers show your reminders',
    note: '`public_key` is the `applicationServerKey` with which a browser subscribes (RFC 8292).',
    data: pushShape,
    answer: (context) => readPush(context),
  }),
  'POST /push': endpoint({
    summary: 'Show your reminders in this browser',
    note: "Takes a browser's `PushSubscription` as JSON; it ends when you sign out there. The address must belong to a known push service.",
    body: subscriptionSchema,
    example: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/made-up',
      keys: {
        p256dh: 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
        auth: 'A'.repeat(22),
      },
    },
    creates: 'every time',
    data: pushShape,
    async answer(context, input) {
      await subscribe(context, input);
      return readPush(context);
    },
  }),
  'DELETE /push/:id': endpoint({
    summary: 'Show no more reminders in a browser',
    answer: (context, _input, { id }) => unsubscribePush(context, id),
    refuses: { NOT_FOUND: 404 },
  }),
  'GET /calendar': endpoint({
    summary: 'Get the address of your calendar feed',
    note: 'Null if there is none. Whoever has the address can read what is due for you, until you renew or revoke it: another password does not.',
    data: { calendar: v.nullable(feedShape) },
    answer: async (context) => ({ calendar: await readFeed(context) }),
  }),
  'POST /calendar': endpoint({
    summary: 'Create an address for your calendar feed',
    note: 'The address that there was no longer works.',
    body: feedSchema,
    example: { hides_amounts: false },
    creates: 'every time',
    data: { calendar: v.nullable(feedShape) },
    answer: async (context, input) => ({ calendar: await renewFeed(context, input) }),
  }),
  'DELETE /calendar': endpoint({
    summary: 'Revoke the address of your calendar feed',
    answer: (context) => revokeFeed(context),
  }),
};

export const calendarFeeds: Endpoints = {
  'GET /:token': plainEndpoint({
    summary: 'Read a calendar feed',
    note: 'What is due from today on, for 90 days, as all-day events (RFC 5545). The secret in the address is the permission.',
    open: true,
    sends: { type: 'text/calendar' },
    refuses: { NOT_FOUND: 404, RATE_LIMITED: 429, SERVICE_UNAVAILABLE: 503 },
    async respond(call) {
      const text = await readCalendar(contextOf(call), call.req.param('token') ?? '');
      return call.body(text, 200, { 'content-type': 'text/calendar; charset=utf-8' });
    },
  }),
};
