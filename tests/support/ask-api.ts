/** A server's address, and a person's access token. */
export interface Caller {
  url: string;
  accessToken: string;
}

/** Calls the API at a path below `/api/v1`; returns `data`. @throws Error when the API refuses */
export async function askApi<Data>(
  { url, accessToken }: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}
