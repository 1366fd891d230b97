import { readFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { LOCALES } from '../src/i18n/locales.ts';
import { DIALOG_TEXTS, FETCHED_TEXTS, type NeededTexts, pickTexts } from '../src/i18n/needed-texts.ts';

const MODULE = 'virtual:dialog-texts/';
const PARTS: Record<string, NeededTexts> = { dialog: DIALOG_TEXTS, ...FETCHED_TEXTS };
const I18N = new URL('../src/i18n/', import.meta.url);

export function dialogTexts(): AstroIntegration {
  return {
    name: 'pruta:dialog-texts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [dialogTextsPlugin()] } });
      },
    },
  };
}

/**
 * Adds `virtual:dialog-texts/{part}` for the dialog and each of its lazy parts: `loadTexts` loads the part's texts in
 * the page's language, by full key. Each language is a chunk.
 */
function dialogTextsPlugin() {
  return {
    name: 'pruta:dialog-texts',
    resolveId: (id: string) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(this: { addWatchFile(file: string): void }, id: string) {
      if (!id.startsWith(`\0${MODULE}`)) return;
      const [part = '', language] = id.slice(MODULE.length + 1).split('/');
      const needed = PARTS[part];
      if (!needed) throw new Error(`No texts of ${part}: see src/i18n/needed-texts.ts.`);
      if (!language) return loaderOf(part);
      const areas = Object.keys(needed).map((area) => {
        const file = new URL(`${language}/${area}.json`, I18N);
        this.addWatchFile(file.pathname);
        return [area, JSON.parse(readFileSync(file, 'utf8'))];
      });
      return `export default ${JSON.stringify(pickTexts(Object.fromEntries(areas), needed))}`;
    },
  };
}

function loaderOf(part: string): string {
  const languages = LOCALES.map(
    (locale) => `${JSON.stringify(locale)}: () => import('${MODULE}${part}/${locale}')`,
  );
  return `const languages = { ${languages.join(', ')} };
export const loadTexts = async () => (await languages[document.documentElement.lang]()).default;`;
}
