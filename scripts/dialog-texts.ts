import { readFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { DIALOG_TEXTS, FETCHED_TEXTS, type NeededTexts, pickTexts } from '../src/islands/needed-texts.ts';

const MODULE = 'virtual:dialog-texts/';
const PARTS: Record<string, NeededTexts> = FETCHED_TEXTS;
const I18N = new URL('../src/i18n/', import.meta.url);

/**
 * Adds `virtual:dialog-texts/{language}`, the texts of the transaction dialog by full key, and
 * `virtual:dialog-texts/{part}/{language}`, those of a part that is loaded on demand.
 */
export function dialogTexts(): AstroIntegration {
  const plugin = {
    name: 'pruta:dialog-texts',
    resolveId: (id: string) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(this: { addWatchFile(file: string): void }, id: string) {
      if (!id.startsWith(`\0${MODULE}`)) return;
      const [language = '', part = ''] = id
        .slice(MODULE.length + 1)
        .split('/')
        .reverse();
      const needed = PARTS[part] ?? DIALOG_TEXTS;
      const areas = Object.keys(needed).map((area) => {
        const file = new URL(`${language}/${area}.json`, I18N);
        this.addWatchFile(file.pathname);
        return [area, JSON.parse(readFileSync(file, 'utf8'))];
      });
      return `export default ${JSON.stringify(pickTexts(Object.fromEntries(areas), needed))}`;
    },
  };
  return {
    name: 'pruta:dialog-texts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
    },
  };
}
