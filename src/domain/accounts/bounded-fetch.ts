/** Keys and answers of identity providers are short; longer ones are refused. */
const MAX_BYTES = 256 * 1024;

/**
 * A redirect could lead into the server's own network, and an endless answer would fill its memory.
 * @throws Error for either
 */
export async function boundedFetch(address: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(address, { ...options, redirect: 'error' });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return new Response(Buffer.concat(pieces), { status: answer.status, headers: answer.headers });
}
