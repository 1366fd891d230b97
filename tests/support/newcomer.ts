import { createPerson, type Person } from './people.ts';
import type { RunningServer } from './server.ts';
import { TextBrowser } from './text-browser.ts';

interface Profile {
  language_preference?: string;
  [field: string]: unknown;
}

/** A person who has just registered, and a signed-in text browser in their language. */
export async function createNewcomer(
  server: RunningServer,
  profile: Profile = {},
): Promise<{ person: Person; browser: TextBrowser }> {
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
