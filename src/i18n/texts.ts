import enAccounts from './en/accounts.json' with { type: 'json' };
import enApi from './en/api.json' with { type: 'json' };
import enCategories from './en/categories.json' with { type: 'json' };
import enCommon from './en/common.json' with { type: 'json' };
import enDashboard from './en/dashboard.json' with { type: 'json' };
import enErrors from './en/errors.json' with { type: 'json' };
import enFailures from './en/failures.json' with { type: 'json' };

import enGoogle from './en/google.json' with { type: 'json' };
import enIcons from './en/icons.json' with { type: 'json' };

import enInsights from './en/insights.json' with { type: 'json' };

import enLegal from './en/legal.json' with { type: 'json' };
import enLegalAccessibility from './en/legal-accessibility.json' with { type: 'json' };
import enLegalPrivacy from './en/legal-privacy.json' with { type: 'json' };
import enLegalTerms from './en/legal-terms.json' with { type: 'json' };
import enList from './en/list.json' with { type: 'json' };
import enMail from './en/mail.json' with { type: 'json' };
import enManager from './en/manager.json' with { type: 'json' };
import enPages from './en/pages.json' with { type: 'json' };
import enPicture from './en/picture.json' with { type: 'json' };
import enPreferences from './en/preferences.json' with { type: 'json' };
import enRecurring from './en/recurring.json' with { type: 'json' };
import enSessions from './en/sessions.json' with { type: 'json' };
import enTransactions from './en/transactions.json' with { type: 'json' };
import heAccounts from './he/accounts.json' with { type: 'json' };
import heApi from './he/api.json' with { type: 'json' };
import heCategories from './he/categories.json' with { type: 'json' };
import heCommon from './he/common.json' with { type: 'json' };
import heDashboard from './he/dashboard.json' with { type: 'json' };
import heErrors from './he/errors.json' with { type: 'json' };
import heFailures from './he/failures.json' with { type: 'json' };

import heGoogle from './he/google.json' with { type: 'json' };
import heIcons from './he/icons.json' with { type: 'json' };

import heInsights from './he/insights.json' with { type: 'json' };

import heLegal from './he/legal.json' with { type: 'json' };
import heLegalAccessibility from './he/legal-accessibility.json' with { type: 'json' };
import heLegalPrivacy from './he/legal-privacy.json' with { type: 'json' };
import heLegalTerms from './he/legal-terms.json' with { type: 'json' };
import heList from './he/list.json' with { type: 'json' };
import heMail from './he/mail.json' with { type: 'json' };
import heManager from './he/manager.json' with { type: 'json' };
import hePages from './he/pages.json' with { type: 'json' };
import hePicture from './he/picture.json' with { type: 'json' };
import hePreferences from './he/preferences.json' with { type: 'json' };
import heRecurring from './he/recurring.json' with { type: 'json' };
import heSessions from './he/sessions.json' with { type: 'json' };
import heTransactions from './he/transactions.json' with { type: 'json' };

const en = {
  accounts: enAccounts,
  api: enApi,
  categories: enCategories,
  common: enCommon,
  dashboard: enDashboard,
  errors: enErrors,
  failures: enFailures,
  google: enGoogle,
  icons: enIcons,
  insights: enInsights,
  legal: enLegal,
  'legal-accessibility': enLegalAccessibility,
  'legal-privacy': enLegalPrivacy,
  'legal-terms': enLegalTerms,
  list: enList,
  mail: enMail,
  manager: enManager,
  pages: enPages,
  picture: enPicture,
  preferences: enPreferences,
  recurring: enRecurring,
  sessions: enSessions,
  transactions: enTransactions,
};

const he = {
  accounts: heAccounts,
  api: heApi,
  categories: heCategories,
  common: heCommon,
  dashboard: heDashboard,
  errors: heErrors,
  failures: heFailures,
  google: heGoogle,
  icons: heIcons,
  insights: heInsights,
  legal: heLegal,
  'legal-accessibility': heLegalAccessibility,
  'legal-privacy': heLegalPrivacy,
  'legal-terms': heLegalTerms,
  list: heList,
  mail: heMail,
  manager: heManager,
  pages: hePages,
  picture: hePicture,
  preferences: hePreferences,
  recurring: heRecurring,
  sessions: heSessions,
  transactions: heTransactions,
};

/** Every text of the product: one JSON file an area and language. */
export const TEXTS = { en, he };

export type Area = keyof typeof en;

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'two' | 'other'}` ? Stem : Key;

/** `area:key`, as in `transactions:form.amount`; plural forms share one key. */
export type TextKey = { [A in Area]: `${A}:${WithoutPlural<keyof (typeof en)[A] & string>}` }[Area];
