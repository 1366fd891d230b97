/** A page of this server, as a script shows it in another one. */
interface FetchedPage {
  document: Document;
  /** Where it was found, after redirects. */
  url: string;
  /** Whether it is what was asked for, and not an error page. */
  ok: boolean;
}

/**
 * Fetches a page, or sends a form to one. Pages are not the API, and their scripts come with the first view: so this is
 * the browser's own `fetch`.
 * @throws when there is no answer, or `sent.signal` was aborted
 */
export async function fetchPage(address: string, sent?: RequestInit): Promise<FetchedPage> {
  const answer = await fetch(address, sent);
  const document = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return { document, url: answer.url, ok: answer.ok };
}

/** Shows the loading bar while a script brings something new into the page. */
export function showLoading(begins: boolean): void {
  dispatchEvent(new CustomEvent('loading', { detail: begins }));
}
