import { expect, test } from 'vitest';
import { messageText, translatorOf } from '../../../src/browser/core/texts/translate.ts';

test('a text of the server is shown as it is, with the braces that a name has', () => {
  const t = translatorOf({ 'errors:LOCKED': 'Change {{what}}?' }, 'en', { what: '{{that}}' });
  expect(messageText(t, 'errors:LOCKED')).toBe('Change {{that}}?');
  expect(messageText(t, 'There is a category “{{what}}”.')).toBe('There is a category “{{what}}”.');
});
