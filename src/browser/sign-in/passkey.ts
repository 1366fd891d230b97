// The form of a page has the question for the device, and sends its answer.
const asking = document.querySelector<HTMLFormElement>('form[data-passkey]');
const pressed = asking?.querySelector<HTMLButtonElement>('[data-passkey-button]');
// Missing in older browsers, and on plain http.
const passkeys = window.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined;

const host = document.querySelector<HTMLElement>('[data-passkey-host]');
const known = host?.dataset.passkeyHost ?? '';

if (host && location.hostname !== known && !location.hostname.endsWith(`.${known}`)) {
  host.hidden = false;
  for (const part of document.querySelectorAll('[data-passkey-part], [data-passkey-missing]')) part.remove();
} else if (asking && pressed && passkeys?.parseRequestOptionsFromJSON) {
  asking.hidden = false;
  document.querySelector('[data-passkey-missing]')?.remove();
  pressed.addEventListener('click', () => void answer(asking, pressed));
  // Who has just typed a name and the password need not press once more.
  if (asking.dataset.passkey === 'create') void answer(asking, pressed);
}

async function answer(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const error = form.querySelector('[data-passkey-error]');
  button.disabled = true;
  if (error) error.textContent = '';
  try {
    const credential = await ask(form.dataset.passkey === 'create', JSON.parse(form.dataset.options ?? ''));
    const field = form.elements.namedItem('credential');
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(credential);
    form.submit();
  } catch {
    // Cancelled, too late, or there is none.
    button.disabled = false;
    if (error) error.textContent = form.dataset.failed ?? '';
  }
}

function ask(
  isNew: boolean,
  options: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON,
): Promise<unknown> {
  const { credentials } = navigator;
  return isNew
    ? credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
