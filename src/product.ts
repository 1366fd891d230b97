import packageJson from '../package.json' with { type: 'json' };

/** The version that runs, as `2.0.0`. */
export const VERSION: string = packageJson.version;

/** Where the source code can be read. */
export const SOURCE_URL: string = packageJson.repository.url;

/** The product's name, until an administrator gives the instance one of its own. */
export const SITE_NAME = 'Pruta';

/** Whom people ask for help, until an administrator says otherwise. */
export const SUPPORT_EMAIL = 'support@pruta.example';

/** Where Israel's Privacy Protection Law can be read. */
export const LAW_URL = 'https://www.gov.il/he/departments/legalInfo/legislation';
