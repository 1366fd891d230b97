import { expect, test } from 'vitest';
import { attribute, html } from '../../src/ui/html.ts';

const EVIL = `<img src=x onerror="1">&'`;
const SAFE = '&lt;img src=x onerror=&quot;1&quot;&gt;&amp;&#39;';

test('every value is escaped, in texts and attributes, and markup is not escaped again', () => {
  expect(`${html`<b title="${EVIL}">${EVIL}</b>`}`).toBe(`<b title="${SAFE}">${SAFE}</b>`);
  expect(`${html`<p${attribute('lang', EVIL)}>${html`<b>${EVIL}</b>`}</p>`}`).toBe(
    `<p lang="${SAFE}"><b>${SAFE}</b></p>`,
  );
});

test('nothing stands for what is missing, and white space is one space', () => {
  expect(
    `${html`<p${attribute('lang', undefined)}>${false}${undefined}${null}${0}

    <b>x</b></p>`}`,
  ).toBe('<p>0 <b>x</b></p>');
});
