import { readFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { DIALOG_TEXTS, FETCHED_TEXTS } from '../src/islands/transaction/needed-texts.ts';

const MODULE = 'virtual:dialog-texts/';
const I18N = new URL('../src/i18n/', import.meta.url);

/**
 * Adds `virtual:dialog-texts/{language}`: of all texts those that the transaction dialog can show, by full key; and
 * `virtual:dialog-texts/{part}/{language}`, those of a part that it fetches on need.
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
      const texts = Object.entries(FETCHED_TEXTS[part] ?? DIALOG_TEXTS).flatMap(([area, needed]) => {
        const file = new URL(`${language}/${area}.json`, I18N);
        this.addWatchFile(file.pathname);
        const all: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
        return Object.entries(all).flatMap(([key, text]) =>
          needed.test(key) ? [[`${area}:${key}`, text]] : [],
        );
      });
      return `export default ${JSON.stringify(Object.fromEntries(texts))}`;
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
