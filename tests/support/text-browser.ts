import { type Form, formsOf } from './html.ts';

export interface TextPage {
  status: number;
  /** Path and query, after redirects. */
  address: string;
  html: string;
  headers: Headers;
  /** The form with a field or button of that name. @throws Error when the page has none */
  form(name: string): Form;
}

/**
 * A browser like lynx or w3m: cookies and forms, no scripts, neither `Origin` nor `Sec-Fetch-Site`. Follows redirects
 * as browsers do.
 */
export class TextBrowser {
  readonly #origin: string;
  readonly #language: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string, language = 'en') {
    this.#origin = origin;
    this.#language = language;
  }

  open(address: string): Promise<TextPage> {
    return this.#fetch(address, {});
  }

  /** Sends a form of a page; fields that are not in `typed` stay unchanged. */
  submit(page: TextPage, form: Form, typed: Record<string, string> = {}): Promise<TextPage> {
    return this.post(form.action || page.address, { ...form.fields, ...typed });
  }

  /** Fields as pairs if one is repeated; `headers` as other browsers would add them. */
  post(
    address: string,
    fields: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ): Promise<TextPage> {
    return this.#fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** For the `cookie` header. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** From `Set-Cookie` headers. */
  addCookies(headers: string[]): void {
    for (const header of headers) {
      const [pair = '', ...attributes] = header.split('; ');
      const separator = pair.indexOf('=');
      const name = pair.slice(0, separator);
      if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(separator + 1));
    }
  }

  async #fetch(address: string, { headers, ...request }: RequestInit): Promise<TextPage> {
    const answer = await fetch(this.#origin + address, {
      ...request,
      redirect: 'manual',
      headers: {
        accept: 'text/html, text/plain, */*;q=0.5',
        'accept-language': this.#language,
        cookie: this.cookies,
        ...headers,
      },
    });
    this.addCookies(answer.headers.getSetCookie());
    const html = await answer.text();
    const target = answer.headers.get('location');
    if (target) return this.open(target);
    return {
      status: answer.status,
      address,
      html,
      headers: answer.headers,
      form(name) {
        const found = formsOf(html).find(({ names }) => names.includes(name));
        if (!found) throw new Error(`No form with ${name} on ${address} (${answer.status}): ${html}`);
        return found;
      },
    };
  }
}
