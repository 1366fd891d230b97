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
 * the first view. A read is repeated when the server fails or cannot be reached.
 * @throws when there is no answer, or `sent.signal` was aborted
 */
export async function fetchPage(address: string, sent?: RequestInit): Promise<FetchedPage> {
  const answer = await ask(address, sent, sent?.method ? [] : PAUSES);
  const document = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return { document, url: answer.url, ok: answer.ok };
}

/** The pauses before a failed read is repeated, in ms (specification, section 9). */
const PAUSES = [1000, 2000];

async function ask(
  address: string,
  sent: RequestInit | undefined,
  [pause, ...more]: number[],
): Promise<Response> {
  try {
    const answer = await fetch(address, sent);
    if (!pause || answer.status < 500) return answer;
  } catch (error) {
    if (!pause || sent?.signal?.aborted) throw error;
  }
  await new Promise((done) => setTimeout(done, pause));
  return ask(address, sent, more);
}

/** Shows the loading bar while a script loads something into the page. */
export function showLoading(begins: boolean): void {
  dispatchEvent(new CustomEvent('loading', { detail: begins }));
}
