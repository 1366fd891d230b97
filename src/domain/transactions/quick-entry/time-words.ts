export interface FoundTime {
  /** HH:MM. */
  time: string;
  /** In words. */
  length: number;
  /** Whether its number may also be a price: `at 8`. */
  isVague?: true;
}

/** Converts an hour of a part of the day to one of 24. */
const DAY_PARTS = new Map<string, (hour: number) => number>([
  ['am', (hour) => hour % 12],
  ['pm', (hour) => (hour % 12) + 12],
  ['בבוקר', (hour) => hour % 12],
  ['בצהריים', (hour) => (hour < 10 ? hour + 12 : hour)],
  ['אחה"צ', (hour) => (hour % 12) + 12],
  ['בערב', (hour) => (hour % 12) + 12],
  ['בלילה', (hour) => (hour % 12) + (hour % 12 > 5 ? 12 : 0)],
]);

const CLOCK = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/;

/** Reads a time that begins at a word: `8:30`, `at 8`, `11 pm`, `ב-8 בערב`, `בשעה 8`. */
export function readTime(allWords: readonly string[], index: number): FoundTime | null {
  const [first = '', ...others] = allWords.slice(index, index + 3);
  const isLed = /^(?:at|ב-?|בשעה)$/.test(first);
  const [clock = '', next = ''] = isLed ? others : [first.replace(/^ב-?(?=\d)/, ''), ...others];
  const [, hours, minutes, attached] = CLOCK.exec(clock) ?? [];
  if (!hours || Number(hours) > 23 || Number(minutes ?? 0) > 59) return null;
  const part = DAY_PARTS.get(attached ?? next.replaceAll('.', ''));
  if ((part && Number(hours) > 12) || (!minutes && !part && !/^(?:at|בשעה)$/.test(first))) return null;
  const hour = part ? part(Number(hours)) : Number(hours);
  const length = (isLed ? 2 : 1) + (part && !attached ? 1 : 0);
  const isVague = first === 'at' && !minutes && !part;
  const time = `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
  return { time, length, ...(isVague && { isVague }) };
}
