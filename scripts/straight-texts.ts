import { readMarkup } from './markup.ts';
import type { Problem, Source } from './sources.ts';

const TEXT_ATTRIBUTES = new Set(['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description']);

const WORD = /\p{L}{2,}/u;

/** Finds texts in a component instead of `src/i18n`. */
export function findStraightTexts(source: Source): Problem[] {
  return readMarkup(source).flatMap((piece) => {
    if (piece.kind === 'attribute' && !TEXT_ATTRIBUTES.has(piece.name)) return [];
    const content = (piece.value ?? '').replace(/&\w+;/g, '').trim();
    return WORD.test(content)
      ? [`${source.path}:${piece.line} text outside src/i18n: ${content.slice(0, 60)}`]
      : [];
  });
}
