import { findProgram, installDebian } from './debian.ts';

/** The text browsers of the tests. */
export const TEXT_BROWSERS = ['lynx', 'w3m'] as const;

export type TextBrowserName = (typeof TEXT_BROWSERS)[number];

/**
 * Finds the text browsers, or installs those that are missing where we are root on Debian.
 * @throws Error that says what to install, when that is not possible
 */
export function getTextBrowsers(): Record<TextBrowserName, string> {
  const missing = TEXT_BROWSERS.filter((name) => !findProgram(name));
  if (missing.length > 0) installDebian(...missing);
  const [lynx, w3m] = TEXT_BROWSERS.map((name) => findProgram(name));
  if (!lynx || !w3m) throw new Error('No lynx or no w3m here. Install both (apt-get install lynx w3m).');
  return { lynx, w3m };
}

if (import.meta.main) console.log(Object.values(getTextBrowsers()).join('\n'));
