import { type BrowserContext, expect, test as plain } from '@playwright/test';
import { createPerson, type Person } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { watch } from './watch.ts';

interface TestFixtures {
  /** Settings in the API's fields, or a test that begins as a guest. */
  profile: Record<string, unknown> | 'guest';
  /** A new person, signed in unless the test begins as a guest. */
  person: Person;
  /** Browser messages that the test provokes; any other one fails the test. */
  provoked: RegExp;
  watched: undefined;
  emptyServer: RunningServer;
  /**
   * Creates a person without a session in the browser, with its language and time zone; `profile` in the API's fields.
   */
  newPerson: (profile?: Record<string, unknown>) => Promise<Person>;
  /** Signs the browser in as the given person or a new one. */
  login: (person?: Person) => Promise<Person>;
}

interface WorkerFixtures {
  /** One server per worker; its database contains only the owner. */
  server: RunningServer;
  owner: Person;
}

/** For `test.use`: tests that begin as a guest. */
export const GUEST = { profile: 'guest' } as const;

/** For `test.use`: motion on, as in most browsers. */
export const IN_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export const test = plain.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _browserName }, use) => {
      const server = await startServer();
      await use(server);
      await server.kill();
    },
    { scope: 'worker' },
  ],
  owner: [
    async ({ server }, use) => {
      await use(await createPerson(server));
    },
    // First, because the first account becomes the super admin's.
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  provoked: [/^$/, { option: true }],
  watched: [
    async ({ context, provoked }, use) => {
      const errors = watch(context);
      await use(undefined);
      expect(errors.filter((error) => !provoked.test(error))).toEqual([]);
    },
    { auto: true },
  ],
  emptyServer: async ({ context }, use) => {
    const server = await startServer();
    await use(server);
    await closePages(context);
    await server.kill();
  },
  newPerson: async ({ server, locale, timezoneId }, use) => {
    const language_preference = locale?.startsWith('he') ? 'he' : 'en';
    const preferences = { timezone: timezoneId };
    await use((profile) => createPerson(server, { language_preference, preferences, ...profile }));
  },
  profile: [{}, { option: true }],
  person: async ({ login, newPerson, profile }, use) => {
    await use(profile === 'guest' ? ({} as Person) : await login(await newPerson(profile)));
  },
  page: async ({ page, person: _signedIn }, use) => {
    await use(page);
  },
  login: async ({ server, context, newPerson }, use) => {
    await use(async (person) => {
      const member = person ?? (await newPerson());
      await addCookies(context, server.url, member.cookies);
      return member;
    });
  },
});

/** Before the end of their server, which pages that are still loading would report as an error. */
export async function closePages(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
}

export async function addCookies(context: BrowserContext, url: string, headers: string[]): Promise<void> {
  const { hostname: domain } = new URL(url);
  const cookies = headers.map((header) => {
    const [pair = '', ...attributes] = header.split('; ');
    const separator = pair.indexOf('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    return {
      name: pair.slice(0, separator),
      value: pair.slice(separator + 1),
      domain,
      path,
      httpOnly: attributes.some((attribute) => /^httponly$/i.test(attribute)),
      sameSite: 'Lax' as const,
    };
  });
  await context.addCookies(cookies);
}

export { expect };
