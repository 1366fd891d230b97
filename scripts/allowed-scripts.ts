import { hash } from 'node:crypto';
import type { AstroIntegration, HookParameters } from 'astro';
import islandOfDevelopment from 'astro/runtime/server/astro-island.prebuilt-dev.js';

/**
 * Takes the scripts that no page has out of the content policy: those of Astro's own directives, and that of development.
 * They would be allowed for nothing, and lengthen the headers of every page.
 */
export function allowedScripts(): AstroIntegration {
  return {
    name: 'pruta:allowed-scripts',
    hooks: { 'astro:build:ssr': ({ manifest }) => takeOut(manifest) },
  };
}

function takeOut({ clientDirectives, csp }: HookParameters<'astro:build:ssr'>['manifest']): void {
  if (!csp) return;
  const others = clientDirectives.filter(([name]) => name !== 'interaction').map(([, script]) => script);
  const unused = new Set<unknown>([...others, islandOfDevelopment].map(digest));
  csp.scriptDirective.hashes = csp.scriptDirective.hashes.filter((each) => !unused.has(each));
}

const digest = (script: string) => `sha256-${hash('sha256', script, 'base64')}`;
