import type { Configuration } from 'openid-client';
import { HOUR } from '../../instants.ts';
import { boundedFetch } from '../bounded-fetch.ts';
import type { OidcProvider } from './settings.ts';

/** In seconds, for each question to the provider. */
const TIMEOUT = 5;
/** In milliseconds: a provider that changes its addresses is followed within it. */
const METADATA_AGE = HOUR;

interface Known {
  client: Promise<Configuration>;
  until: number;
}

const clients = new Map<string, Known>();

/** The provider's metadata, fetched once an hour. @throws what the library and the network throw */
export function clientFor(provider: OidcProvider): Promise<Configuration> {
  const key = JSON.stringify(provider);
  const cached = clients.get(key);
  if (cached && cached.until > Date.now()) return cached.client;
  const client = discover(provider);
  clients.set(key, { client, until: Date.now() + METADATA_AGE });
  // A failure is not remembered.
  client.catch(() => clients.delete(key));
  return client;
}

/** After a failure the provider's metadata may have changed. */
export function forgetClient(provider: OidcProvider): void {
  clients.delete(JSON.stringify(provider));
}

async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  // Loaded on demand: most instances have no such provider.
  const library = await import('openid-client');
  const address = new URL(issuer);
  const { ClientSecretBasic, ClientSecretPost, None } = library;
  const authenticate: ReturnType<typeof None> = (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: ways } = server;
    // The default of the standard, unless the provider's metadata differ.
    const isBasic = !ways || ways.includes('client_secret_basic');
    const method = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
    return method(server, ...rest);
  };
  const isPlain = address.protocol === 'http:';
  return library.discovery(address, clientId, clientSecret, clientSecret ? authenticate : None(), {
    timeout: TIMEOUT,
    [library.customFetch]: (url, options) => boundedFetch(url, options as RequestInit),
    // The signature is checked although the token comes straight from the provider.
    execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
  });
}
