import { findProgram, installDebian } from './debian.ts';

const TEXT_BROWSERS = ['lynx', 'w3m'] as const;

export type TextBrowserName = (typeof TEXT_BROWSERS)[number];

/** Finds the text browsers, or installs missing ones as root on Debian. @throws Error that says what to install */
export function getTextBrowsers(): Record<TextBrowserName, string> {
  const missing = TEXT_BROWSERS.filter((name) => !findProgram(name));
  if (missing.length > 0) installDebian(...missing);
  const [lynx, w3m] = TEXT_BROWSERS.map((name) => findProgram(name));
  if (!lynx || !w3m) throw new Error('No lynx or no w3m here. Install both (apt-get install lynx w3m).');
  return { lynx, w3m };
}

if (import.meta.main) console.log(Object.values(getTextBrowsers()).join('\n'));
