import type { Person } from './people.ts';
import type { RunningServer } from './server.ts';

/**
 * Calls the API of a server as a person, at a path below `/api/v1`; returns `data` of the answer.
 * @throws Error when the API refuses
 */
export async function askApi<Data>(
  server: Pick<RunningServer, 'url'>,
  { accessToken }: Pick<Person, 'accessToken'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}
