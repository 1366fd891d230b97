import sharp from 'sharp';
import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';

const server = declareOwnedServer();

const addressOf = (values: Record<string, string>) => `/transactions/new?${new URLSearchParams(values)}`;

test.each(['en', 'he'] as const)(
  'a link fills in the form, which is saved as it is, in %s',
  async (language) => {
    const { browser } = await createNewcomer({
      language_preference: language,
      preferences: { decimal_separator: ',', thousand_separator: '.' },
    });
    const page = await browser.open(
      addressOf({
        type: 'income',
        amount: '45.9',
        description: 'קפה & tea',
        category: language === 'he' ? 'Salary' : 'משכורת',
        notes: 'From a link',
        payee: 'Cafe',
      }),
    );
    expect(page.html).not.toContain('error-summary');
    const { fields } = page.form('amount');
    expect(fields).toMatchObject({
      type: 'income',
      amount: '45,9',
      description: 'קפה & tea',
      notes: 'From a link',
      merchant_name: 'Cafe',
    });
    expect(fields.categoryId).toMatch(/^[\da-f-]{36}$/);
    const saved = await browser.submit(page, page.form('amount'));
    expect(textOf(saved.html)).toContain('קפה & tea');
  },
);

test.each(['en', 'he'] as const)(
  'values that are not valid are told at their fields and stay, in %s',
  async (language) => {
    const t = translator(language);
    const { browser } = await createNewcomer({ language_preference: language });
    const page = await browser.open(
      addressOf({
        type: 'gift',
        amount: 'many',
        description: 'Present',
        category: 'No such thing',
        date: '2026-02-31',
      }),
    );
    expect(page.status).toBe(200);
    const text = textOf(page.html);
    for (const key of ['typeInvalid', 'amountNumber', 'categoryUnknown', 'dateInvalid'] as const)
      expect(text).toContain(t(`errors:${key}`, { example: '03/31/2026' }));
    expect(page.form('amount').fields).toMatchObject({
      type: 'expense',
      amount: 'many',
      description: 'Present',
      newCategoryName: 'No such thing',
    });
    // Nothing was sent: neither the title nor the page reports a refusal.
    expect(text).toContain(t('transactions:form.unusable'));
    for (const field of ['amount', 'categoryId', 'date']) expect(page.html).toContain(`href="#${field}"`);
    expect(page.html).not.toContain('error-summary');
    expect(page.html).not.toMatch(new RegExp(`<title[^>]*>${t('common:errorPrefix', { title: '' }).trim()}`));
    const refused = await browser.submit(page, page.form('amount'));
    expect(refused.html).toContain('error-summary');
    expect(textOf(refused.html)).not.toContain(t('transactions:form.unusable'));
    // Fields missing in the address are not yet required.
    const part = await browser.open(addressOf({ description: 'Present' }));
    expect(part.html).not.toContain('error-summary');
  },
);

test('the category decides the type where the link has none', async () => {
  const { browser } = await createNewcomer();
  const page = await browser.open(addressOf({ category: 'salary', amount: '5' }));
  expect(page.form('amount').fields.type).toBe('income');
});

test('the icons of home screens are there, in the sizes that the manifest says', async () => {
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  const icons: { src: string; sizes: string; type: string }[] = manifest.icons;
  // Apple's phones fetch theirs without a link.
  icons.push({ src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' });
  for (const { src, sizes, type } of icons) {
    const answer = await fetch(server.url + src);
    expect(answer.headers.get('content-type'), src).toBe(type);
    if (type !== 'image/png') continue;
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect(icons.filter(({ type }) => type === 'image/png')).toHaveLength(4);
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: 'maskable' }));
});

test('the manifest has shortcuts in the language of the browser, and the pages that people arrive at name it', async () => {
  for (const language of ['en', 'he'] as const) {
    const answer = await fetch(`${server.url}/manifest.webmanifest`, {
      headers: { 'accept-language': language },
    });
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ lang: language, display: 'standalone', start_url: '/' });
    expect(manifest.shortcuts[0]).toMatchObject({
      name: translator(language)('common:addExpense'),
      url: '/transactions/new?type=expense',
    });
  }
  const html = await (await fetch(`${server.url}/login`)).text();
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials"');
  const { browser } = await createNewcomer({ language_preference: 'he' });
  const headers = { cookie: browser.cookies, 'accept-language': 'en' };
  const own = await (await fetch(`${server.url}/manifest.webmanifest`, { headers })).json();
  expect(own).toMatchObject({ lang: 'he', dir: 'rtl' });
});

test('what another app shares fills in the form, and stores nothing where no worker takes it', async () => {
  const { browser } = await createNewcomer();
  const { share_target } = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  const { action, method, params } = share_target;
  /** As a phone sends it, from outside. */
  const send = async (values: { title: string; text?: string }, file?: File) => {
    const body = new FormData();
    for (const [part, value] of Object.entries(values)) body.set(params[part], value);
    if (file) body.set(params.files[0].name, file);
    const headers = { cookie: browser.cookies, origin: 'null', 'sec-fetch-site': 'none' };
    const answer = await fetch(server.url + action, { method, body, headers, redirect: 'manual' });
    return [answer.status, answer.headers.get('location') ?? ''] as const;
  };
  const shared = async (values: { title: string; text?: string }) => browser.open((await send(values))[1]);
  expect(await send({ title: '' }, new File(['a,b'], 'bank.csv'))).toEqual([303, '/import']);
  const text = await shared({ title: 'Message', text: '45.90 coffee\nat the station' });
  expect(text.form('amount').fields).toMatchObject({ amount: '45.90', description: 'coffee at the station' });
  const title = await shared({ title: 'Tickets' });
  expect(title.form('amount').fields).toMatchObject({ amount: '', description: 'Tickets' });
});

test.each(['/transactions/new', '/recurring/new'])(
  'a type that %s does not offer counts as not chosen',
  async (address) => {
    const { browser } = await createNewcomer();
    const page = await browser.open(address);
    for (const type of ['gift', '__proto__', '']) {
      const shown = await browser.submit(page, page.form('amount'), {
        type,
        amount: '5',
        description: 'Tea',
      });
      expect(shown.status).toBe(400);
      expect(shown.form('amount').fields.type).toBe('expense');
      expect(textOf(shown.html)).not.toMatch(/\w:form\.|undefined₪/);
    }
  },
);

test('a comparison with what was saved before names no type that nobody offers', async () => {
  const { browser } = await createNewcomer();
  const page = await browser.open('/transactions/new');
  const sent = { amount: '5', description: 'Tea' };
  await browser.submit(page, page.form('amount'), sent);
  const other = await browser.submit(page, page.form('amount'), { ...sent, amount: '6' });
  const refused = await browser.submit(other, other.form('amount'), { type: 'gift' });
  expect(refused.status).toBe(400);
  expect(textOf(refused.html)).not.toContain('transactions:form.');
});
