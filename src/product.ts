import packageJson from '../package.json' with { type: 'json' };

/** The running version, as `2.0.0`. */
export const VERSION: string = packageJson.version;

/** The address of the source code. */
export const SOURCE_URL: string = packageJson.repository.url;

/** The name of the product, unless an administrator names the instance. */
export const SITE_NAME = 'Pruta';

/** The address for support, unless an administrator sets another one. */
export const SUPPORT_EMAIL = 'support@pruta.example';

/** The address of Israel's Privacy Protection Law. */
export const LAW_URL = 'https://www.gov.il/he/departments/legalInfo/legislation';
