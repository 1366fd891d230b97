import type { Problem } from './sources.ts';
import type { Texts } from './texts.ts';

/** Areas of the error catalogue (`src/i18n/error-catalogue.ts`). */
const CATALOGUED = ['errors', 'failures'];

/** Each error code has its own text, even if two are equal. */
const CODE = /^errors:[A-Z_]+$/;

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

// Checks a text as a whole and each of its sentences.
function sentencesOf(text: string): string[] {
  return [...new Set([text, ...text.split(/(?<=[.!?])\s+/)].map(plain))];
}

function plain(text: string): string {
  return text.trim().replace(/[.!]$/, '');
}
