const PLACES: Record<string, string> = {
  d: '/',
  t: '/transactions',
  a: '/analytics',
  c: '/categories',
  r: '/recurring',
};

/** How long `g` waits for the next key. */
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
  const link = linkTo(HELP);
  import('./panel/panel.ts').then(
    ({ openPanel }) => openPanel(link, document.activeElement as HTMLElement),
    () => goTo(HELP),
  );
}

// A real click, so that everything that handles link presses runs.
function goTo(address: string): void {
  const link = linkTo(address);
  document.body.append(link);
  link.click();
  link.remove();
}

const linkTo = (href: string) => Object.assign(document.createElement('a'), { href });

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The letter or sign of a shortcut, or empty. A Hebrew key counts as the Latin letter at its place. */
export function keyOf({ key, code, shiftKey }: Pressed): string {
  if (key === '?' || key === '/') return key;
  if (shiftKey) return '';
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  // The slash of a Latin keyboard writes a full stop in Hebrew.
  if (code === 'Slash' && key === '.') return '/';
  return /^\P{ASCII}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase() : '';
}
