import { ownedServer } from './owned-server.ts';
import { createPerson, type Person } from './people.ts';
import type { RunningServer } from './server.ts';
import { TextBrowser } from './text-browser.ts';

interface Profile {
  language_preference?: string;
  preferences?: object;
  [field: string]: unknown;
}

/**
 * A person who has just registered, by default on the shared server, and a signed-in text browser in their language.
 */
export async function createNewcomer(
  profile: Profile = {},
  running?: RunningServer,
): Promise<{ person: Person; browser: TextBrowser }> {
  const server = running ?? (await ownedServer());
  const person = await createPerson(server, profile);
  return { person, browser: browserOf(server, person, profile.language_preference) };
}

export function browserOf(
  server: RunningServer,
  { cookies }: Pick<Person, 'cookies'>,
  language?: string,
): TextBrowser {
  const browser = new TextBrowser(server.url, language);
  browser.addCookies(cookies);
  return browser;
}
