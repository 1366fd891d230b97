import packageJson from '../package.json' with { type: 'json' };

/** The running version, as `2.0.0`. */
export const VERSION: string = packageJson.version;

export const SOURCE_URL: string = packageJson.repository.url;

/** The name of the product, unless an administrator names the instance. */
export const SITE_NAME = 'Pruta';

/** The consolidated text of Israel's Privacy Protection Law, 5741-1981; only the Hebrew one is official. */
export const LAW_URL = 'https://www.nevo.co.il/law_html/law00/71631.htm';
