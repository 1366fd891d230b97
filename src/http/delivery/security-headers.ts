import { Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const HSTS = 'max-age=31536000';

const ALWAYS = {
  xFrameOptions: 'DENY',
  // `no-referrer` would make browsers send `Origin: null` with every form.
  referrerPolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin-allow-popups',
  permissionsPolicy: {
    camera: false,
    microphone: false,
    geolocation: false,
    payment: false,
    usb: false,
    browsingTopics: false,
  },
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  overwrite: false,
} satisfies Parameters<typeof secureHeaders>[0];

/** Sets the security headers of an answer. Pages have a content policy with the hashes of their scripts (`csp` in astro.config.mjs). */
export function securityHeaders(isHttps: boolean): MiddlewareHandler {
  return secureHeaders({
    ...ALWAYS,
    strictTransportSecurity: isHttps ? HSTS : false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  });
}

/** Only affects documents, so the other files of a page do without. */
const DOCUMENT_HEADERS = {
  crossOriginOpenerPolicy: false,
  permissionsPolicy: undefined,
  xDnsPrefetchControl: false,
} as const;

export async function readFileHeaders(isHttps: boolean): Promise<Record<string, string>> {
  const options = { ...ALWAYS, ...DOCUMENT_HEADERS, strictTransportSecurity: isHttps ? HSTS : false };
  const probe = new Hono().get('/', secureHeaders(options), (call) => call.body(null));
  return Object.fromEntries((await probe.request('/')).headers);
}

/** A new directive also allows our own origin. */
export function extendPolicy(policy: string, sources: Record<string, string>): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean);
  for (const [name, source] of Object.entries(sources)) {
    const index = directives.findIndex((directive) => directive.split(/\s/)[0] === name);
    if (index === -1) directives.push(`${name} 'self' ${source}`);
    else directives[index] += ` ${source}`;
  }
  return directives.join('; ');
}
