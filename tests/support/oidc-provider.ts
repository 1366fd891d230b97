import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listen } from './port.ts';

/** A sign and a space, which have to be encoded in the header that authenticates us. */
const CLIENT = { id: 'pruta tests', secret: 'a+secret%of tests' };

type Part = 'discovery' | 'token' | 'keys' | 'userinfo';
type Fault = 'down' | 'rubbish' | 'silent' | 'endless' | 'redirect';

export interface OidcProvider {
  url: string;
  environment: Record<string, string>;
  /** Who signs in at the provider's page, with claims that replace ours; null denies. */
  person: (JWTPayload & { email?: string; email_verified?: boolean; name?: string }) | null;
  /** Replaces claims in the token alone, as an attacker or a broken provider would. */
  forge: JWTPayload;
  /** Signs by a key that is not published. */
  signsFalsely: boolean;
  /** Whether the address is in the answer about the person only. */
  hidesAddress: boolean;
  fail(part: Part, fault: Fault | null): void;
  /** As the person's browser would: the address of ours that the provider's page leads back to. */
  visit(page: string): Promise<string>;
  stop(): Promise<void>;
}

interface Grant {
  challenge: string;
  nonce: string;
  redirect: string;
  claims: JWTPayload;
}

/** A small provider of OpenID Connect on loopback, which checks what it is sent as a real one does. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const [keys, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'ES256', use: 'sig' };
  const grants = new Map<string, Grant>();
  const people = new Map<string, JWTPayload>();
  const faults = new Map<Part, Fault>();
  const server = createServer((request, response) => void answer(request, response));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  // As with Authentik, the address has a path and ends with a slash.
  const url = `${origin}/application/pruta/`;

  const provider: OidcProvider = {
    url,
    environment: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Haus',
    },
    person: null,
    forge: {},
    signsFalsely: false,
    hidesAddress: false,
    fail: (part, fault) => void (fault ? faults.set(part, fault) : faults.delete(part)),
    async visit(page) {
      const answer = await fetch(page, { redirect: 'manual' });
      const back = answer.headers.get('location');
      if (!back) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      return back;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const body = new URLSearchParams(await text(request));
    if (pathname === '/application/pruta/.well-known/openid-configuration') {
      return send(response, 'discovery', {
        issuer: url,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        userinfo_endpoint: `${origin}/userinfo`,
        jwks_uri: `${origin}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (pathname === '/keys') return send(response, 'keys', { keys: [jwk] });
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/token') return sendToken(body, request.headers.authorization, response);
    if (pathname === '/userinfo') {
      const claims = people.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      return claims ? send(response, 'userinfo', claims) : void response.writeHead(401).end();
    }
    response.writeHead(404).end();
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const isComplete =
      asked.get('client_id') === CLIENT.id &&
      asked.get('response_type') === 'code' &&
      asked.get('code_challenge_method') === 'S256' &&
      asked.get('scope')?.split(' ').includes('openid') &&
      asked.get('state') &&
      asked.get('nonce');
    if (!isComplete) return void response.writeHead(400).end('incomplete');
    const redirect = asked.get('redirect_uri') ?? '';
    const back = new URL(redirect);
    back.searchParams.set('state', asked.get('state') ?? '');
    back.searchParams.set('iss', url);
    if (provider.person) {
      const code = randomBytes(16).toString('hex');
      const [challenge, nonce] = [asked.get('code_challenge') ?? '', asked.get('nonce') ?? ''];
      grants.set(code, { challenge, nonce, redirect, claims: provider.person });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    response.writeHead(302, { location: back.href }).end();
  }

  async function sendToken(
    body: URLSearchParams,
    authorization: string | undefined,
    response: ServerResponse,
  ): Promise<void> {
    const parts = [CLIENT.id, CLIENT.secret].map((part) => new URLSearchParams({ part }).toString().slice(5));
    if (authorization !== `Basic ${Buffer.from(parts.join(':')).toString('base64')}`)
      return refuse(response, 401, 'invalid_client');
    const grant = grants.get(body.get('code') ?? '');
    grants.delete(body.get('code') ?? '');
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || proof !== grant.challenge || body.get('redirect_uri') !== grant.redirect)
      return refuse(response, 400, 'invalid_grant');
    const { email, ...rest } = grant.claims;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: url,
      aud: CLIENT.id,
      iat: seconds,
      exp: seconds + 300,
      nonce: grant.nonce,
      ...rest,
      ...(!provider.hidesAddress && { email }),
      ...provider.forge,
    };
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'first' })
      .sign(provider.signsFalsely ? foreign.privateKey : keys.privateKey);
    const access_token = randomBytes(16).toString('hex');
    people.set(access_token, grant.claims);
    send(response, 'token', { access_token, id_token, token_type: 'Bearer', expires_in: 300 });
  }

  function send(response: ServerResponse, part: Part, content: object): void {
    const fault = faults.get(part);
    // A silent one is never answered.
    if (fault === 'silent') return;
    if (fault === 'down') return void response.writeHead(502).end('Bad Gateway');
    if (fault === 'redirect') return void response.writeHead(302, { location: origin }).end();
    const json = JSON.stringify(content);
    response.setHeader('content-type', fault === 'rubbish' ? 'text/html' : 'application/json');
    response.end(fault === 'rubbish' ? '<p>Hello</p>' : fault === 'endless' ? json.padEnd(300_000) : json);
  }

  return provider;
}

function refuse(response: ServerResponse, status: number, error: string): void {
  const headers = {
    'content-type': 'application/json',
    ...(status === 401 && { 'www-authenticate': 'Basic' }),
  };
  response.writeHead(status, headers).end(JSON.stringify({ error }));
}
