import { withoutIsolates } from '../../i18n/isolated.ts';

/** Room for the labels of an axis, in rem, from narrow to wide; the style sheet names the same widths. */
export const ROOMS = [5, 11, 20, 34, 52] as const;

/** Widths of letters at 0.75rem, rather too wide than too narrow, and between two labels; in rem. */
const LETTER = 0.44;
const GAP = 0.6;

export const widthOf = (text: string) => withoutIsolates(text).length * LETTER;

/** As long as a day and its month: half of it has room beside the axis. */
const SHORT = 5;

/** Where a label is at its point: at an end, one that is wider than its place reaches inwards. */
export function anchorOf(index: number, labels: readonly string[]): 'start' | 'middle' | 'end' {
  if (labels.length <= 12 || (labels[index] ?? '').length <= SHORT) return 'middle';
  if (index === 0) return 'start';
  return index === labels.length - 1 ? 'end' : 'middle';
}

/**
 * For each label, the narrowest room in which it is shown, as an index of `ROOMS`; null in none. The latest label is
 * always shown, and the others at equal distances from it, so that they never touch.
 */
export function thinned(labels: readonly string[]): (number | null)[] {
  const widest = Math.max(0, ...labels.map(widthOf)) + GAP;
  const shown: (number | null)[] = labels.map(() => null);
  const last = labels.length - 1;
  // A label that reaches inwards needs room for half of its text more.
  const beside = (position: number) => (anchorOf(position, labels) === 'middle' ? 1 : 1.5) * widest;
  let step = 1;
  // What is shown in a narrow room is shown in all wider ones: each step is a multiple of the wider room's.
  ROOMS.toReversed().forEach((room, index) => {
    const slot = room / labels.length;
    const wider = step;
    while (step * slot < beside(last) && step < labels.length) step += wider;
    for (let position = last; position >= 0; position -= step) {
      const isAlone =
        position > 0 ||
        position === last ||
        step * slot >= beside(0) + (position === last - step ? beside(last) - widest : 0);
      if (isAlone) shown[position] = ROOMS.length - 1 - index;
    }
  });
  return shown;
}
