import { expect, test } from 'vitest';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { TEXTS } from '../../../src/i18n/texts.ts';
import { declareOwnedServer } from '../../support/owned-server.ts';
import { startServer } from '../../support/server.ts';

const server = declareOwnedServer();

const DOCUMENTS = ['privacy', 'terms', 'accessibility'] as const;

const CASES = LOCALES.flatMap((locale) => DOCUMENTS.map((name) => ({ locale, name })));

async function read(name: string, locale: string) {
  const response = await fetch(`${server.url}/legal/${name}`, { headers: { 'accept-language': locale } });
  return { response, html: await response.text() };
}

const counted = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length;

test.each(CASES)(
  'anybody can read $name in $locale, with one main heading and every text',
  async ({ locale, name }) => {
    const { response, html } = await read(name, locale);
    const texts = Object.keys(TEXTS[locale][`legal-${name}`]);
    const sections = texts.filter((key) => !key.includes('.') && key !== 'title' && key !== 'intro');

    expect(response.status).toBe(200);
    expect(html).toContain(`<html lang="${locale}" dir="${locale === 'he' ? 'rtl' : 'ltr'}"`);
    expect(counted(html, /<h1[ >]/g)).toBe(1);
    expect(counted(html, /<section id=/g)).toBe(sections.length);
    for (const id of sections) {
      expect(html).toContain(`href="#legal-${id}"`);
      expect(html).toContain(`<section id="legal-${id}"`);
    }
    // Neither a key in place of its text, nor a placeholder.
    expect(html).not.toMatch(/\blegal(-\w+)?:\w/);
    expect(html).not.toMatch(/\{\{|\0|undefined/);
  },
);

test.each(CASES)(
  '$name in $locale says that there is no address and no operator, and makes none up',
  async ({ locale, name }) => {
    const { html } = await read(name, locale);
    const links = [
      ...html.matchAll(/<a href="\/legal\/operator" dir="auto" data-inside="true">([^<]*)<\/a>/g),
    ];
    expect(links.length).toBeGreaterThan(0);
    for (const [, text] of links) expect(text).toBe(TEXTS[locale].legal['email.unset']);
    // It replaces an address: "write to …".
    expect(TEXTS[locale].legal['email.unset']).not.toMatch(/[()]/);
    expect(html).not.toMatch(/mailto:|@localhost/);
    // The statement also names the operator as the contact for accessibility.
    const times = name === 'accessibility' ? 2 : 1;
    expect(counted(html, new RegExp(TEXTS[locale].legal['operator.none'], 'g'))).toBe(times);
    expect(html).not.toContain(TEXTS[locale].legal['operator.unset']);
    expect(html).not.toContain('</a> .');
  },
);

test('the privacy policy links to the law on another site without revealing the page to it', async () => {
  const { html } = await read('privacy', 'en');
  const [policy = ''] = html.split('<footer');
  const outside = [...policy.matchAll(/<a href="(https:[^"]*)"[^>]* rel="noopener"[^>]*>/g)].map(
    ([, to]) => to,
  );
  expect(policy.match(/<a href="https:/g)).toHaveLength(outside.length);
  // The law itself instead of an index of laws, and the authority.
  expect(outside).toEqual([
    'https://www.gov.il/he/departments/the_privacy_protection_authority',
    'https://www.nevo.co.il/law_html/law00/71631.htm',
  ]);
});

test.each(LOCALES)(
  'the page of the operator says which settings give what is missing, in %s',
  async (locale) => {
    const { html } = await read('operator', locale);
    expect(html).toContain(TEXTS[locale].legal['operator.none']);
    const named = [...html.matchAll(/<code>(\w+)<\/code>/g)].map(([, setting]) => setting);
    expect(named).toEqual(['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_PHONE', 'SUPPORT_EMAIL']);
    const [, footer = ''] = html.split('<footer');
    expect(footer).toContain('href="/legal/operator" data-panel');
  },
);

const OPERATOR = {
  OPERATOR_NAME: 'אגודת <המשקיעים>',
  OPERATOR_ADDRESS: '1 Main Street',
  OPERATOR_PHONE: '+972 3 000 0000',
  SUPPORT_EMAIL: 'help@example.org',
};
const NAMED = ['אגודת &lt;המשקיעים&gt;', '1 Main Street', '+972 3 000 0000', 'help@example.org'];

test('the legal texts name the operator from the settings, who is asked about accessibility too', async () => {
  const named = await startServer(OPERATOR);
  try {
    for (const name of [...DOCUMENTS, 'operator']) {
      const html = await (await fetch(`${named.url}/legal/${name}`)).text();
      for (const text of NAMED) expect(html).toContain(`<bdi>${text}</bdi>`);
      expect(html).not.toContain(TEXTS.en.legal['operator.unset']);
      expect(html).not.toMatch(/<code>|href="\/legal\/operator"/);
      const [, footer = ''] = html.split('<footer');
      expect(footer).toContain('href="mailto:help@example.org"');
    }
    const terms = await (await fetch(`${named.url}/legal/terms`)).text();
    const links = [...terms.matchAll(/<a href="mailto:([^"]+)" dir="auto">([^<]*)<\/a>/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, address, text] of links) expect(text).toBe(address);
  } finally {
    await named.kill();
  }
});

test('the accessibility statement names the coordinator, reached by the operator where nothing else is given', async () => {
  const named = await startServer({
    ...OPERATOR,
    ACCESSIBILITY_COORDINATOR_NAME: 'Noa Levi',
    ACCESSIBILITY_COORDINATOR_EMAIL: 'access@example.org',
  });
  try {
    const html = await (await fetch(`${named.url}/legal/accessibility`)).text();
    const [, after = ''] = html.split('<section id="legal-coordinator"');
    const [section = ''] = after.split('</section>');
    const given = [...section.matchAll(/<dd>\s*<bdi>([^<]*)<\/bdi>/g)].map(([, text]) => text);
    expect(given).toEqual(['Noa Levi', '+972 3 000 0000', 'access@example.org']);
    expect(section).not.toContain(TEXTS.en.legal['coordinator.unset']);
  } finally {
    await named.kill();
  }
});
