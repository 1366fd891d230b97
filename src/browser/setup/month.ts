import { fieldsOf } from '../core/forms/send.ts';
import { fetchPage } from '../core/page/fetch-page.ts';

let latest = 0;

/** Shows the month beside the amounts whenever one of them has changed, as its button does. */
export function startMonth(root: ParentNode): void {
  const form = root.querySelector<HTMLFormElement>('[data-setup-templates]');
  form?.addEventListener('change', () => void update(form));
}

async function update(form: HTMLFormElement): Promise<void> {
  latest += 1;
  const mine = latest;
  const fields = fieldsOf(form);
  fields.set('intent', 'preview');
  // Without an answer the button is still there.
  const page = await fetchPage(form.action, { method: 'post', body: fields }).catch(() => null);
  const fresh = page?.document.querySelector('[data-setup-month]');
  // The element itself stays: what changes within it is read aloud.
  if (fresh && mine === latest)
    form.querySelector('[data-setup-month]')?.replaceChildren(...fresh.childNodes);
}
