import { preferencesShape, userShape } from './accounts.ts';
import { activityShape, adminUserShape } from './admin.ts';
import { categoryShareShape, dayShape, standingShape } from './balance.ts';
import { categoryAnalyticsShape, categoryShape } from './categories.ts';
import { templateShape } from './recurring.ts';
import { paginationShape, transactionShape } from './transactions.ts';

/** The shapes that have a name of their own in the description of the API. */
export const SHAPES = {
  ActivityEntry: activityShape,
  AdminUser: adminUserShape,
  Category: categoryShape,
  CategoryAnalytics: categoryAnalyticsShape,
  CategoryShare: categoryShareShape,
  Day: dayShape,
  Pagination: paginationShape,
  Preferences: preferencesShape,
  Standing: standingShape,
  Template: templateShape,
  Transaction: transactionShape,
  User: userShape,
};
