import { expect, test } from 'vitest';
import { breakLines, type Direction, isRightToLeft } from '../../../../src/domain/export/pdf/lines.ts';

const measures = {
  shown: (character: string) => ({ text: character, font: 'any' }),
  widthOf: (text: string) => text.length,
};

/** Each line's characters from the left of the paper; a font reverses Hebrew. */
const drawn = (text: string, direction: Direction, width = 1000) =>
  breakLines(text, direction, width, measures).map(({ runs }) =>
    runs.map((run) => (isRightToLeft(run.text) ? [...run.text].reverse().join('') : run.text)).join(''),
  );

// The order was compared with where Chromium draws each character.
test.each<[text: string, direction: Direction, fromTheLeft: string]>([
  ['קפה (הפוך)', 'rtl', '(ךופה) הפק'],
  ['חשבון חשמל (אפריל 2026)', 'rtl', '(2026 לירפא) למשח ןובשח'],
  ['תשלום 3 מתוך 12 (Visa)', 'rtl', '(Visa) 12 ךותמ 3 םולשת'],
  ['Amazon (ספרים) 25%', 'ltr', 'Amazon (םירפס) 25%'],
  ['מנוי Netflix (4K) – חודשי', 'rtl', 'ישדוח – Netflix (4K) יונמ'],
  ['מסעדה "הדקל" (ת"א)', 'rtl', '(א"ת) "לקדה" הדעסמ'],
  ['הנחה -10% [מבצע]', 'rtl', '[עצבמ] 10%- החנה'],
  ['קפה (Latte) (2)', 'rtl', '(2) (Latte) הפק'],
  ['החזר −₪1,234.50 (חלקי)', 'rtl', '(יקלח) ₪1,234.50− רזחה'],
  ['ספר C++', 'rtl', '++C רפס'],
  ['a ב (c) ד [e] 5', 'ltr', 'a ב (c) ד [e] 5'],
])('%s is drawn as by a browser (%s)', (text, direction, fromTheLeft) => {
  expect(drawn(text, direction)).toEqual([fromTheLeft]);
});

test('brackets whose pair is on the next line stay brackets of the line that they are on', () => {
  expect(drawn('קפה (הפוך גדול) 12', 'rtl', 10)).toEqual(['ךופה) הפק', '12 (לודג']);
});
