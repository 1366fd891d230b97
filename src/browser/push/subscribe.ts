import { toast } from '../core/notices/toast.ts';

// Where a browser can show notifications, the form of the page sends its subscription.
const form = document.querySelector<HTMLFormElement>('form[data-push]');
if (form && 'PushManager' in window && 'Notification' in window) {
  form.hidden = false;
  form.querySelector('button')?.addEventListener('click', () => void subscribe(form));
}

async function subscribe(form: HTMLFormElement): Promise<void> {
  const { push = '', denied = '', failed = '' } = form.dataset;
  if ((await Notification.requestPermission()) !== 'granted') {
    toast('error', denied);
    return;
  }
  try {
    // None while the person saves data or battery: it would never be ready.
    const worker = await navigator.serviceWorker.getRegistration();
    const subscription = await worker?.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: push,
    });
    const { endpoint, keys } = subscription?.toJSON() ?? {};
    for (const [name, value] of Object.entries({ endpoint, ...keys })) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value ?? '';
    }
    if (endpoint) form.submit();
    else toast('error', failed);
  } catch {
    toast('error', failed);
  }
}
