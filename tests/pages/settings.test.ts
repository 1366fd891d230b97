import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';

test.each(LOCALES)(
  'all settings are one page with sections, reached by one entry, in %s',
  async (language) => {
    const t = translator(language);
    const { browser } = await createNewcomer({ language_preference: language });
    expect((await browser.open('/')).html).toMatch(
      new RegExp(`href="/profile"[^>]*>[^\\n]*?${t('common:settings')}`),
    );
    for (const [name, path] of [
      [t('accounts:profile'), '/profile'],
      [t('accounts:preferences'), '/preferences'],
      [t('settings:display'), '/accessibility'],
      [t('accounts:security'), '/profile/security'],
      [t('settings:data'), '/export'],
    ] as const) {
      const { html } = await browser.open(path);
      expect(textOf(/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? '').trim()).toBe(t('common:settings'));
      const sections = new RegExp(`<nav(?=[^>]*aria-label="${t('settings:sections')}")[\\s\\S]*?</nav>`).exec(
        html,
      )?.[0];
      expect(sections, path).toMatch(new RegExp(`href="${path}"[^>]*aria-current="[^"]+"[^>]*>\\s*${name}`));
    }
  },
);
