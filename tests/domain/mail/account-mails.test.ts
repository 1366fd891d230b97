import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { MAIL_KINDS, writeMail } from '../../../src/mail/messages.ts';

const link = 'https://money.example.org/some/token-123';
const moment = '15.06.2026, 17:05 (Asia/Jerusalem)';
const place = { moment, device: 'Firefox, Windows', address: '192.0.2.7', token: 'Bank' };

const cases = MAIL_KINDS.flatMap((kind) => LOCALES.map((locale) => ({ kind, locale })));

describe.each(cases)('$kind in $locale', ({ kind, locale }) => {
  const about = { locale, firstName: 'נועה', siteName: 'Pruta', link, facts: place };
  const { subject, text, html } = writeMail(kind, about);

  test('is complete as plain text: greeting, paragraphs, the link on a line of its own, no placeholder left', () => {
    expect(subject).toContain('Pruta');
    expect(text).toContain('נועה,');
    expect(text).toContain(`:\n${link}\n`);
    for (const part of [subject, text, html])
      expect(part).not.toMatch(/\{\{|undefined|mail:|[\u2066-\u2069]/);
  });

  test('has the direction of its language, and text from outside its own', () => {
    const direction = locale === 'he' ? 'rtl' : 'ltr';
    expect(html).toContain(`<html lang="${locale}" dir="${direction}">`);
    expect(html).toContain('<bdi>נועה</bdi>');
    if (locale === 'he') {
      const own = [link, 'Pruta', 'Google', moment, place.device, place.address, place.token];
      expect(own.reduce((left, word) => left.replaceAll(word, ''), text)).not.toMatch(/[A-Za-z]/);
    }
  });

  test('has time and place where they matter', () => {
    const hasMoment = /Changed|SignIn|Codes|token|second|passkey/.test(kind);
    expect(text.includes(moment)).toBe(hasMoment);
    expect(html.includes(`<bdi>${moment}</bdi>`)).toBe(hasMoment);
    expect(text.includes(place.address)).toBe(/SignIn|Codes/.test(kind));
  });
});

test('the name of a client is plain text in the mail of a new sign-in', () => {
  const about = { locale: 'en' as const, firstName: 'Noa', siteName: 'Pruta', link };
  const facts = { ...place, address: '<script>alert(1)</script>' };
  const { html } = writeMail('newSignIn', { ...about, facts });
  expect(html).not.toContain('<script');
});
