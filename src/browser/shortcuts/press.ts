const PLACES: Record<string, string> = {
  d: '/',
  t: '/transactions',
  a: '/analytics',
  c: '/categories',
  r: '/recurring',
};

/** How long `g` waits for the key after it. */
const WAITING_MS = 2000;

const HELP = '/shortcuts';
const NEW = '/transactions/new';

let waitsUntil = 0;

export function press(event: KeyboardEvent): void {
  const key = keyOf(event);
  const place = event.timeStamp < waitsUntil ? PLACES[key] : undefined;
  waitsUntil = key === 'g' ? event.timeStamp + WAITING_MS : 0;
  if (place) goTo(place);
  else if (key === 'n' && location.pathname !== NEW) dispatchEvent(new CustomEvent('transaction:add'));
  else if (key === '/') search();
  else if (key === '?' && location.pathname !== HELP) showHelp();
}

function search(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (field?.checkVisibility()) field.select();
  else goTo('/transactions#filter-search');
}

function showHelp(): void {
  const link = document.querySelector<HTMLAnchorElement>(`a[href="${HELP}"]`);
  if (!link) return;
  import('../panel/panel.ts').then(
    ({ openPanel }) => openPanel(link, document.activeElement as HTMLElement),
    () => goTo(HELP),
  );
}

// Pressed like a link of the page, so that whatever follows a press knows of it.
function goTo(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The letter or sign of a shortcut; empty for none. Keys of a keyboard that writes Hebrew stand for the Latin letters at
 * their places; other layouts say themselves which letter a key has.
 */
export function keyOf({ key, code, shiftKey }: Pressed): string {
  if (key === '?' || key === '/') return key;
  if (shiftKey) return '';
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  // The slash of a Latin keyboard writes a full stop in Hebrew.
  if (code === 'Slash' && key === '.') return '/';
  return /^\P{ASCII}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase() : '';
}
