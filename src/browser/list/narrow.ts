import { nameKey } from '../../domain/categories/words.ts';
import { element } from '../core/page/element.ts';

// What opens may have been replaced since.
addEventListener('toggle', offerNarrowing, true);
offerNarrowing();

/** Adds a field above the choices of a form, which hides those without what is typed; Enter ticks the first that is left. */
function offerNarrowing(): void {
  const choices = document.querySelector<HTMLElement>('[data-narrow]');
  if (!choices || choices.previousElementSibling?.matches('input')) return;
  const name = choices.dataset.narrow ?? '';
  // Without a name it is not sent.
  const field = element('input', {
    className: 'input',
    placeholder: name,
    ariaLabel: name,
    autocomplete: 'off',
  });
  const all = (selector: string) => [...choices.querySelectorAll<HTMLElement>(selector)];
  field.addEventListener('input', () => {
    const sought = nameKey(field.value);
    // What is ticked stays in view.
    for (const choice of all('.choice'))
      choice.hidden = !nameKey(choice.textContent).includes(sought) && !choice.querySelector(':checked');
    for (const group of all('.filter-group')) group.hidden = !group.querySelector('.choice:not([hidden])');
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !field.value) return;
    event.preventDefault();
    all('.choice:not([hidden]) input:not(:checked)')[0]?.click();
  });
  choices.before(field);
}
