import { hash } from 'node:crypto';
import type { AstroIntegration, HookParameters } from 'astro';
import islandOfDevelopment from 'astro/runtime/server/astro-island.prebuilt-dev.js';

/**
 * Removes unused scripts from the content policy: Astro's directives without an island, and those of development. They
 * would lengthen the headers of every page.
 */
export function allowedScripts(): AstroIntegration {
  return {
    name: 'pruta:allowed-scripts',
    hooks: { 'astro:build:ssr': ({ manifest }) => takeOut(manifest) },
  };
}

function takeOut({ clientDirectives, csp }: HookParameters<'astro:build:ssr'>['manifest']): void {
  if (!csp) return;
  const unusedScripts = clientDirectives
    .filter(([name]) => name !== 'interaction')
    .map(([, script]) => script);
  const unused = new Set<unknown>([...unusedScripts, islandOfDevelopment].map(digest));
  csp.scriptDirective.hashes = csp.scriptDirective.hashes.filter((each) => !unused.has(each));
}

const digest = (script: string) => `sha256-${hash('sha256', script, 'base64')}`;
