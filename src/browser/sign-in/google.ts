interface Library {
  initialize(options: {
    client_id: string;
    nonce: string;
    callback: (answer: { credential: string }) => void;
  }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
}

type Provided = Window & { google?: { accounts?: { id?: Library } } };

/** How long the provider's script may take to load, in milliseconds; then our own link stays. */
const LOAD_TIMEOUT = 5000;

const WIDEST = 400;

const part = document.querySelector<HTMLElement>('[data-google]');
if (part) start(part);

// Without the library, our own link leads to the provider's page.
function start(part: HTMLElement): void {
  const script = document.createElement('script');
  script.src = part.dataset.google ?? '';
  const sayFailed = () => fail(part, part.dataset.failed);
  const timer = setTimeout(sayFailed, LOAD_TIMEOUT);
  script.onerror = sayFailed;
  script.addEventListener('load', () => {
    clearTimeout(timer);
    const library = (window as Provided).google?.accounts?.id;
    if (library) offer(part, library);
    else fail(part, part.dataset.missing);
  });
  document.head.append(script);
}

function fail(part: HTMLElement, message = ''): void {
  const error = part.querySelector('[data-google-error]');
  if (error) error.textContent = message;
}

function offer(part: HTMLElement, library: Library): void {
  const place = part.querySelector<HTMLElement>('[data-google-button]');
  const link = part.querySelector<HTMLElement>('[data-google-link]');
  if (!place || !link) return;
  const { clientId = '', nonce = '', locale = 'en', purpose } = part.dataset;
  library.initialize({ client_id: clientId, nonce, callback: ({ credential }) => send(part, credential) });
  library.renderButton(place, {
    type: 'standard',
    size: 'large',
    theme: isDark(part) ? 'filled_black' : 'outline',
    text: purpose === 'link' ? 'continue_with' : 'signin_with',
    width: Math.min(WIDEST, part.clientWidth),
    locale,
  });
  fail(part);
  // A focused or pressed link is not replaced.
  if (link.matches(':focus, :active')) return;
  place.hidden = false;
  link.hidden = true;
}

function isDark({ dataset }: HTMLElement): boolean {
  return (
    dataset.theme === 'dark' ||
    (dataset.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  );
}

// Sent as without scripts: the server answers with the next page or the error.
function send(part: HTMLElement, credential: string): void {
  const form = part.querySelector<HTMLFormElement>('[data-google-form]');
  if (!form) return;
  const values: Record<string, string> = {
    credential,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  form.submit();
}
