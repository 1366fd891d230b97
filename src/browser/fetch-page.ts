/** A page of this server, fetched by a script to be shown in another page. */
interface FetchedPage {
  document: Document;
  /** Its address after redirects. */
  url: string;
  /** Whether it is the requested page, and not an error page. */
  ok: boolean;
}

/**
 * Fetches a page, or sends a form to one, with the browser's own `fetch`: the API client would add to the scripts of
 * the first view.
 * @throws when there is no answer, or `sent.signal` was aborted
 */
export async function fetchPage(address: string, sent?: RequestInit): Promise<FetchedPage> {
  const answer = await fetch(address, sent);
  const document = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return { document, url: answer.url, ok: answer.ok };
}

/** Shows the loading bar while a script loads something into the page. */
export function showLoading(begins: boolean): void {
  dispatchEvent(new CustomEvent('loading', { detail: begins }));
}
