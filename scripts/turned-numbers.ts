import type { Problem } from './sources.ts';
import type { Texts } from './texts.ts';

/** A left-to-right mark, a number or what is put in for one, and another number without a letter between them. */
const TURNED =
  /\u200E[^\p{L}\d{]*(?:\d|\{\{\w+\}\})[^\p{L}\u2066-\u2069{]*[\s;,/][^\p{L}\u2066-\u2069{]*(?:\d|\{\{)/u;
/** A number that is grouped is one. */
const GROUPED = /(?<=\d)[,.](?=\d)/g;

/**
 * Finds Hebrew texts in which a left-to-right mark turns round what follows: with a second number it makes one run from
 * left to right, so that "−4; 0" reads as "0 ;−4". An isolate around the first number does not.
 */
export function findTurnedNumbers({ he = {} }: Texts): Problem[] {
  return Object.entries(he).flatMap(([area, entries]) =>
    Object.entries(entries)
      .filter(([, text]) => TURNED.test(text.replace(GROUPED, '')))
      .map(([key]) => `he/${area}.json: in ${key} a left-to-right mark turns two numbers round`),
  );
}
