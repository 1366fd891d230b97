/** An event of whole days. */
export interface CalendarEvent {
  /** The same for as long as it is the same event. */
  uid: string;
  /** When it was changed last, ISO 8601 in UTC. */
  changedAt: string;
  /** Local calendar date. */
  date: string;
  summary: string;
  link: string;
}

/** A calendar as RFC 5545 writes it. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Pruta//Pruta//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    `NAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap(({ uid, changedAt, date, summary, link }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${changedAt.replace(/\.\d+/, '').replace(/[-:]/g, '')}`,
      `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
      `SUMMARY:${escaped(summary)}`,
      `URL:${link}`,
      // Nobody is busy all day because a bill is due.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

const LINE_MAX = 75;

// A line has at most so many octets, and no character is cut.
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_MAX) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
