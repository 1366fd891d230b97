/** How long the browser may take, in milliseconds, before the page says that it waits. */
const SLOW = 15_000;

// Where a browser can show notifications, the form of the page sends its subscription.
const form = document.querySelector<HTMLFormElement>('form[data-push]');
if (form && 'PushManager' in window && 'Notification' in window) {
  form.hidden = false;
  form.querySelector('button')?.addEventListener('click', () => void subscribe(form));
}

async function subscribe(form: HTMLFormElement): Promise<void> {
  const { waiting = '', slow = '', denied = '', failed = '' } = form.dataset;
  const status = form.querySelector('[role=status]');
  const show = (text: string) => {
    if (status) status.textContent = text;
  };
  show(waiting);
  const timer = setTimeout(show, SLOW, slow);
  const subscription = await subscriptionOf(form.dataset.push ?? '').catch(() => undefined);
  clearTimeout(timer);
  if (!subscription?.endpoint) return show(subscription === null ? denied : failed);
  for (const [name, value] of Object.entries({ endpoint: subscription.endpoint, ...subscription.keys })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  form.submit();
}

/** Null where the person or the browser does not allow it. */
async function subscriptionOf(
  applicationServerKey: string,
): Promise<PushSubscriptionJSON | null | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  // None while the person saves data or battery: it would never be ready.
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  return subscription?.toJSON();
}
