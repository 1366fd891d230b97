import { readMarkup } from './markup.ts';
import type { Problem, Source } from './sources.ts';

const TEXT_ATTRIBUTES = new Set(['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description']);

const WORD = /\p{L}{2,}/u;

/** Finds texts that are written into a component and not in `src/i18n`. */
export function findStraightTexts(source: Source): Problem[] {
  return readMarkup(source).flatMap((piece) => {
    if (piece.kind === 'attribute' && !TEXT_ATTRIBUTES.has(piece.name)) return [];
    const words = (piece.value ?? '').replace(/&\w+;/g, '').trim();
    return WORD.test(words)
      ? [`${source.path}:${piece.line} text outside src/i18n: ${words.slice(0, 60)}`]
      : [];
  });
}
