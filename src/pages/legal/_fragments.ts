import { writtenDate } from '../../i18n/dates.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { Translate } from '../../i18n/translate.ts';
import { LAW_URL, LEGAL_VERSION, VERSION } from '../../product.ts';

/** The Privacy Protection Authority on the government's own site. */
const AUTHORITY_URL = 'https://www.gov.il/he/departments/the_privacy_protection_authority';

interface Filled {
  text: string;
  link?: { href: string; dir: 'auto'; rel?: string; 'data-inside'?: true };
}

export interface Fragment extends Filled {
  isolated: boolean;
}

interface Filling {
  t: Translate;
  locale: Locale;
  siteName: string;
  supportEmail: string | undefined;
}

const MARK = '\u0000';

/** Splits a text at its `{{names}}` and fills them in; `{{email}}` becomes a link. */
export function fragmentsOf(key: TextKey, filling: Filling): Fragment[] {
  const filled = fillingsOf(filling);
  const marks = Object.fromEntries(Object.keys(filled).map((name) => [name, `${MARK}${name}${MARK}`]));
  return filling
    .t(key, marks)
    .split(MARK)
    .map((text, position) =>
      position % 2 === 0 ? { text, isolated: false } : { text, isolated: true, ...filled[text] },
    )
    .filter(({ text }) => text !== '');
}

function fillingsOf({ t, locale, siteName, supportEmail }: Filling): Record<string, Filled> {
  return {
    siteName: { text: siteName },
    version: { text: VERSION },
    date: { text: writtenDate(LEGAL_VERSION, locale) },
    email: supportEmail
      ? linked(supportEmail, `mailto:${supportEmail}`)
      : linked(t('legal:email.unset'), '/legal/operator'),
    settings: linked(t('legal:settings'), '/accessibility'),
    privacy: linked(t('legal:privacy'), '/legal/privacy'),
    transactions: linked(t('legal:transactions'), '/transactions'),
    law: linked(t('legal:law'), LAW_URL, 'noopener'),
    authority: linked(t('legal:authority'), AUTHORITY_URL, 'noopener'),
  };
}

// The dialog of a legal text can show another one.
function linked(text: string, href: string, rel?: string): Filled {
  const dialogMark = href.startsWith('/legal/') && ({ 'data-inside': true } as const);
  return { text, link: { href, dir: 'auto', ...(rel && { rel }), ...dialogMark } };
}
