const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Limit {
  /** The most attempts within the window. */
  most: number;
  /** Milliseconds. */
  window: number;
}

/** The limits on attempts; the configuration's `RATE_LIMIT_SCALE` multiplies them all. */
export const LIMITS = {
  failedSignIn: { most: 10, window: 15 * MINUTE },
  register: { most: 20, window: HOUR },
  mailForAccount: { most: 5, window: HOUR },
  mailForAddress: { most: 20, window: HOUR },
  mailsByAdmin: { most: 1000, window: HOUR },
  invitations: { most: 100, window: HOUR },
  upload: { most: 20, window: HOUR },
  refresh: { most: 60, window: MINUTE },
  failedRefresh: { most: 60, window: MINUTE },
  anyForUser: { most: 1200, window: MINUTE },
  anyForAddress: { most: 300, window: MINUTE },
} satisfies Record<string, Limit>;

/** The key of a network address: a home network of IPv6 counts as one (its /64). */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = plain.includes('::')
    ? [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
