import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';

const server = declareOwnedServer();

test.each(['en', 'he'] as const)(
  'pages of members describe the product as those of guests do, in %s',
  async (language) => {
    const { browser } = await createNewcomer(server, { language_preference: language });
    const description = `<meta name="description" content="${translator(language)('common:description')}">`;
    for (const path of ['/', '/transactions', '/analytics', '/transactions/new'])
      expect((await browser.open(path)).html, path).toContain(description);
  },
);
