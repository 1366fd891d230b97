import { expect, test } from 'vitest';
import { documentJsonSchema } from '../../support/document-json-schema.ts';

test('the published schema is the one that files are checked by', async () => {
  const text = `${JSON.stringify(documentJsonSchema(), null, 2)}\n`;
  // `npx vitest run tests/domain/export/document.test.ts --update` rewrites it.
  await expect(text).toMatchFileSnapshot('../../../docs/account.schema.json');
});
