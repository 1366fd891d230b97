import packageJson from '../package.json' with { type: 'json' };

/** As `2.0.0`. */
export const VERSION: string = packageJson.version;

export const SOURCE_URL: string = packageJson.repository.url;

/** Unless an administrator names the instance. */
export const SITE_NAME = 'Pruta';

/** Israel's Privacy Protection Law, 5741-1981, consolidated; only the Hebrew text is official. */
export const LAW_URL = 'https://www.nevo.co.il/law_html/law00/71631.htm';

/**
 * The version of terms of service and privacy policy: the local date of their last change. Update it with every change
 * of their content; people are then notified at their next sign-in.
 */
export const LEGAL_VERSION = '2026-11-29';
