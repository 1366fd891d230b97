import type { Problem } from './sources.ts';
import type { Texts } from './texts.ts';

/** The areas that the catalogue of errors takes its words from (`src/i18n/error-catalogue.ts`). */
const CATALOGUED = ['errors', 'failures'];

/** Codes of the API have their words under their own names, though two may say the same. */
const CODE = /^errors:[A-Z_]+$/;

/** Says which texts repeat a sentence of the catalogue of errors instead of taking it from there. */
export function findRepeatedSentences(texts: Texts): Problem[] {
  return Object.entries(texts).flatMap(([language, areas]) => {
    const all = Object.entries(areas).flatMap(([area, entries]) =>
      Object.entries(entries).map(([key, text]) => ({ name: `${area}:${key}`, area, text })),
    );
    const owners = new Map<string, string>();
    for (const { name, area, text } of all) {
      const sentence = plain(text);
      if (CATALOGUED.includes(area) && !owners.has(sentence)) owners.set(sentence, name);
    }
    return all.flatMap(({ name, text }) =>
      sentencesOf(text).flatMap((sentence) => {
        const owner = owners.get(sentence);
        if (!owner || owner === name || (CODE.test(owner) && CODE.test(name))) return [];
        return [`${language}: ${name} repeats what ${owner} says`];
      }),
    );
  });
}

// A text of several sentences is a repetition as a whole and in each of them.
function sentencesOf(text: string): string[] {
  return [...new Set([text, ...text.split(/(?<=[.!?])\s+/)].map(plain))];
}

function plain(text: string): string {
  return text.trim().replace(/[.!]$/, '');
}
