import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { formsOf, textOf, textsOf } from '../support/html.ts';
import { browserOf, createNewcomer } from '../support/newcomer.ts';
import { ownedServer } from '../support/owned-server.ts';
import { signIn } from '../support/people.ts';
import type { TextPage } from '../support/text-browser.ts';

const openingTag = ({ html }: TextPage) => /<html ([^>]*)>/.exec(html)?.[1];
const field = (page: TextPage, name: string) => page.form(name).fields[name];

test.each(LOCALES)(
  'choices for a visit are named in the preferences of %s, and can be kept',
  async (language) => {
    const { browser } = await createNewcomer({ language_preference: language, theme_preference: 'light' });
    const other = language === 'he' ? 'en' : 'he';
    const kept = translator(other);
    const first = await browser.open('/preferences');
    expect(textsOf(first.html, 'remark')).toEqual([]);
    const switched = await browser.submit(first, first.form('language'), { language: other });
    expect(openingTag(switched)).toMatch(`lang="${other}" dir="${other === 'he' ? 'rtl' : 'ltr'}"`);
    const [chosen, saved] = [kept(`accounts:language.${other}`), kept(`accounts:language.${language}`)];
    expect(textsOf(switched.html, 'remark')[0]).toContain(kept('accounts:languageVisit', { chosen, saved }));
    expect(field(switched, 'language_preference')).toBe(language);
    const dark = await browser.submit(switched, switched.form('theme'), { theme: 'dark' });
    expect(openingTag(dark)).toContain('data-theme="dark"');
    expect(textOf(dark.html)).toContain(
      kept('accounts:themeVisit', {
        chosen: kept('accounts:theme.dark'),
        saved: kept('accounts:theme.light'),
      }),
    );
    expect(field(dark, 'theme_preference')).toBe('light');
    let page = dark;
    for (const words of [kept('accounts:languageKeep', { chosen }), kept('accounts:themeKeep')]) {
      const [form = ''] = /<form(?:(?!<form)[\s\S])*$/.exec(page.html.split(words)[0] ?? '') ?? [];
      const [, action = ''] = /action="([^"]*)"/.exec(form) ?? [];
      const fields = [...form.matchAll(/name="([^"]*)"(?: value="([^"]*)")?/g)];
      page = await browser.post(
        action || page.address,
        fields.map(([, name = '', value = '']) => [name, value]),
      );
      expect(textOf(page.html)).toContain(kept('accounts:preferencesSaved'));
    }
    expect(textsOf(page.html, 'remark')).toEqual([]);
    expect(field(page, 'language_preference')).toBe(other);
    expect(field(page, 'theme_preference')).toBe('dark');
    expect(openingTag(page)).toContain(
      `lang="${other}" dir="${other === 'he' ? 'rtl' : 'ltr'}" data-theme="dark"`,
    );
  },
);

test.each(LOCALES)(
  'another language than that of the account can be kept at once, in %s',
  async (language) => {
    const { browser } = await createNewcomer({ language_preference: language });
    const other = language === 'he' ? 'en' : 'he';
    const t = translator(other);
    const [chosen, saved] = [t(`accounts:language.${other}`), t(`accounts:language.${language}`)];
    const help = await browser.open('/help');
    const switched = await browser.submit(help, help.form('language'), { language: other });
    expect(switched.address).toBe('/help');
    const [offer = ''] = textsOf(switched.html, 'flash');
    expect(offer).toContain(t('accounts:languageVisit', { chosen, saved }));
    expect(offer).toContain(t('accounts:languageKeep', { chosen }));
    expect(textsOf((await browser.open('/help')).html, 'flash')).toEqual([]);
    const form = formsOf(switched.html).find(({ action }) => action === '/preferences/keep');
    const kept = await browser.post('/preferences/keep', form?.fields ?? {});
    expect(kept.address).toBe('/help');
    expect(textsOf(kept.html, 'flash')[0]).toContain(t('accounts:preferencesSaved'));
    const back = await browser.submit(kept, kept.form('language'), { language: other });
    expect(textsOf(back.html, 'flash')).toEqual([]);
  },
);

test('a new session has the account’s settings, and not the choices of a visit', async () => {
  const server = await ownedServer();
  const { browser, person } = await createNewcomer({
    language_preference: 'he',
    theme_preference: 'light',
    preferences: { accessibility: { contrast: 'high', fontSize: 'xl', reducedMotion: true } },
  });
  const home = await browser.open('/');
  await browser.submit(home, home.form('theme'), { theme: 'dark' });
  const fresh = await browserOf(server, await signIn(server, person)).open('/');
  expect(openingTag(fresh)).toBe(
    'lang="he" dir="rtl" data-theme="light" data-contrast="high" data-fs="xl" data-motion="reduced"',
  );
});
