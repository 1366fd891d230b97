import { expect, test } from 'vitest';
import { writeMail } from '../../../src/mail/messages.ts';

const link = 'https://money.example.org/verify-email/abc-123';

function mailTo(firstName: string, locale: 'en' | 'he' = 'en', siteName = 'Pruta') {
  return writeMail('verification', { locale, firstName, link, siteName });
}

test('the English mail has a greeting and an explanation, and the link once in the text and twice in the HTML', () => {
  const { subject, text, html } = mailTo('Noa');
  expect(subject).toBe('Verify your email address at Pruta');
  expect(text).toContain('Hello Noa,');
  expect(text).toContain(`\n${link}\n`);
  expect(text).toContain('24 hours');
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html.split(`href="${link}"`)).toHaveLength(3);
  expect(html).toContain(`>${link}</a>`);
});

test('the Hebrew mail is Hebrew throughout and runs right to left, the link left to right', () => {
  const { subject, text, html } = mailTo('נועה', 'he');
  expect(subject).toBe('אימות כתובת הדוא״ל שלך ב־Pruta');
  expect(text).toContain('שלום נועה,');
  expect(text).toContain('24 שעות');
  expect(text.replace(link, '').replaceAll('Pruta', '')).not.toMatch(/[A-Za-z]/);
  expect(html).toContain('<html lang="he" dir="rtl">');
  expect(html).toContain('<body lang="he" dir="rtl">');
  expect(html).toContain(`<a dir="ltr" href="${link}">${link}</a>`);
});

test('the HTML fetches nothing and has no inline style, script or picture', () => {
  const { html } = mailTo('Noa');
  expect(html).not.toMatch(/<img|<script|<link|style=|url\(|@import/i);
  expect(html.match(/https?:[^"<\s]*/g)).toEqual([link, link, link]);
});

test('a name from outside is text in the HTML, with its own direction', () => {
  const { html, text } = mailTo('<b onclick="x">Dan & \'Co\'</b>');
  expect(html).toContain('<bdi>&lt;b onclick=&quot;x&quot;&gt;Dan &amp; &#39;Co&#39;&lt;/b&gt;</bdi>');
  expect(html).not.toContain('<b ');
  expect(text).toContain(`Hello <b onclick="x">Dan & 'Co'</b>,`);
});

test('the name of the site is text as well', () => {
  const { html } = mailTo('Noa', 'en', '</title><script>alert(1)</script>');
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;/title&gt;');
});

test('a link cannot leave its attribute', () => {
  const { html } = writeMail('verification', {
    locale: 'en',
    firstName: 'Noa',
    siteName: 'Pruta',
    link: 'https://money.example.org/"><script>&',
  });
  expect(html).not.toContain('<script');
  expect(html).toContain('href="https://money.example.org/&quot;&gt;&lt;script&gt;&amp;"');
});

test('line breaks and direction marks are removed from names and the subject', () => {
  const { subject, text } = mailTo('Noa\r\n\u202Eevil\u2069', 'en', 'Pruta\r\nBcc: a@example.org');
  expect(subject).toBe('Verify your email address at Pruta Bcc: a@example.org');
  expect(text).toContain('Hello Noa evil,');
  expect(text).not.toMatch(/[\r\u202E\u2066-\u2069]/);
});

test('placeholders and calls in a name are not evaluated', () => {
  expect(mailTo('{{siteName}} $t(mail:footer)').text).toContain('Hello {{siteName}} $t(mail:footer),');
});

test.each(['', '  ', 'win at https://evil.example', 'www.evil', 'evil.example', 'me@evil', 'קנו.קום'])(
  'the name %j is not used in the greeting, because it is empty or a mail program would turn it into a link',
  (name) => {
    expect(mailTo(name).text).toContain('\nHello,\n');
    expect(mailTo(name, 'he').text).toContain('\nשלום,\n');
  },
);

test.each(['J. R.', "O'Neil", 'José-María', 'נועה', 'Łukasz Jr.'])(
  'the name %j is used in the greeting',
  (name) => {
    expect(mailTo(name).text).toContain(`Hello ${name},`);
  },
);
