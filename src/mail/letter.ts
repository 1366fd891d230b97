import { isolated, withoutIsolates } from '../i18n/isolated.ts';
import { directionOf, type Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';
import { html, Markup } from '../markup.ts';

export interface Message {
  subject: string;
  text: string;
  html: string;
  /** Further headers, such as how to unsubscribe. */
  headers?: Record<string, string>;
  /** The same for every attempt to send it, so that whoever gets it twice shows it once. A UUIDv7. */
  id?: string;
}

export interface Link {
  text: string;
  link: string;
}

/** Plain text; text from users is wrapped by `personal`. */
interface Letter {
  subject: string;
  heading: string;
  before: string[];
  /** One line each, with what it leads to. */
  lines?: Link[];
  button: { label: string; link: string };
  after: string[];
  links?: Link[];
  footer: string;
}

/** Renders plain text, and HTML that is readable without pictures and styles. */
export function writeLetter(locale: Locale, letter: Letter): Message {
  return { subject: plain(letter.subject), text: asText(letter), html: asHtml(locale, letter) };
}

function asText({ heading, before, lines = [], button, after, links = [], footer }: Letter): string {
  const parts = [
    heading,
    ...before,
    ...lines.map(({ text, link }) => `- ${text}\n  ${link}`),
    `${button.label}:\n${button.link}`,
    ...after,
    ...links.map(({ text, link }) => `${text}:\n${link}`),
    `--\n${footer}`,
  ];
  return `${withoutIsolates(parts.join('\n\n'))}\n`;
}

function asHtml(
  locale: Locale,
  { subject, heading, before, lines = [], button, after, links = [], footer }: Letter,
): string {
  const direction = directionOf(locale);
  const paragraphs = (texts: string[]) => texts.map((text) => html`<p>${withBdi(text)}</p>\n`);
  const linked = (all: Link[]) =>
    all.map(({ text, link }) => html`<p><a href="${link}">${withBdi(text)}</a></p>\n`);
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${plain(subject)}</title>
<style>${new Markup(STYLES)}</style>
</head>
<body lang="${locale}" dir="${direction}">
<h1>${withBdi(heading)}</h1>
${paragraphs(before)}${linked(lines)}<p><a class="button" href="${button.link}">${button.label}</a></p>
<p>${translator(locale)('mail:link.written')}<br>
<a dir="ltr" href="${button.link}">${button.link}</a></p>
${paragraphs(after)}${linked(links)}<hr>
<p class="footer">${withBdi(footer)}</p>
</body>
</html>
`.text;
}

// A mail cannot use the tokens of the site's stylesheet; these are the same values.
const STYLES = `
body { margin: 0 auto; max-width: 36rem; padding: 24px; font: 1rem/1.6 system-ui, sans-serif; color: #16202c; background: #ffffff; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; }
a { color: #1d4ed8; }
.button { display: inline-block; padding: 10px 24px; border-radius: 8px; color: #ffffff; background: #1d4ed8; text-decoration: none; }
hr { border: 0; border-top: 1px solid #6b7889; }
.footer { font-size: 0.875rem; color: #4c5a6a; }
@media (prefers-color-scheme: dark) {
  body { color: #e9eef5; background: #0f1620; }
  a { color: #8ab4ff; }
  .button { color: #0b1119; background: #8ab4ff; }
  .footer { color: #a9b6c6; }
}
`;

/** Text from a user, as one line whose direction does not affect the sentence around it. */
export function personal(text: string): string {
  return isolated(plain(text));
}

function withBdi(text: string): Markup {
  return new Markup(html`${text}`.text.replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>'));
}

/**
 * A first name for the greeting; null if it is empty or would become a link, because anyone can register a stranger's
 * address with an advertisement as the name.
 */
export function greetable(name: string): string | null {
  const clean = plain(name).trim();
  return clean === '' || /:\/\/|@|www\.|[\p{L}\p{N}]\.[\p{L}]{2,}/iu.test(clean) ? null : clean;
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202E\u2066-\u2069]+/gu, ' ');
}
