/** Keys and answers of identity providers are short; longer ones are refused. */
const MAX_BYTES = 256 * 1024;

/**
 * A redirect could lead into the server's own network, and an endless answer would fill its memory.
 * @throws Error for either
 */
export async function boundedFetch(address: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(address, { ...options, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: answer.status, headers: answer.headers });
}
