import { summariseDashboard } from '../domain/analytics/dashboard-summary.ts';
import { presentSummary, presentUserAnalytics } from '../domain/analytics/present.ts';
import { summarySchema, userAnalyticsSchema } from '../domain/analytics/schema.ts';
import { analyseUser } from '../domain/analytics/user-analytics.ts';
import { ofAccounts } from '../domain/ledger/of-accounts.ts';
import { formatter } from '../i18n/format.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { summaryShape, userAnalyticsShape } from './shapes/analytics.ts';

export const analytics: Endpoints = {
  'GET /dashboard/summary': endpoint({
    summary: 'Sum up the last days, with the largest categories',
    note: '`period` is a number of days, today included. The comparison is the current month so far against the same days of the month before, in percent. Where that says nothing it is null, and the reason beside it is `nothing_before`, `records_begin_later` or `too_little_before`.',
    query: summarySchema,
    data: summaryShape.entries,
    answer: async (context, { period, account }) =>
      presentSummary(await summariseDashboard(ofAccounts(context, account), period)),
  }),
  'GET /user': endpoint({
    summary: 'Analyze spending: months, patterns, financial health, forecast',
    note: '`start_date` and `end_date` count before `months`; nothing after today is counted. Health takes the last six complete months, and both health and forecast need three: with fewer, their values are null and `message` says so. Health leaves out months with fewer than two transactions or a third of those of an average month, which the last two complete ones must not both be, and takes income as well as expenses: its `reason` says what is missing. The direction of `trends` takes two complete months, as its `message` says; `growth` is against the same dates as few months earlier as they lie before, with the reasons of the summary where it is null, or `unequal_days` where those dates do not have each day of the month as often. `peakDay` is 0 for Sunday.',
    query: userAnalyticsSchema,
    data: userAnalyticsShape.entries,
    answer: async (context, input) => {
      const { locale, viewer } = context;
      const analysis = await analyseUser(ofAccounts(context, input.account), input);
      const format = formatter(viewer.currency, viewer.preferences);
      return presentUserAnalytics(analysis, locale, format);
    },
  }),
};
