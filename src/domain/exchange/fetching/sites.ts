const SITES: Record<string, { name: string; href: string }> = {
  'open.er-api.com': { name: 'ExchangeRate-API', href: 'https://www.exchangerate-api.com' },
  'api.frankfurter.dev': { name: 'Frankfurter', href: 'https://frankfurter.dev' },
};

/** The name and the address for people of a provider that we know; the first one asks to be named. */
export function siteOf(source: string): { name: string; href: string } | undefined {
  return Object.hasOwn(SITES, source) ? SITES[source] : undefined;
}
