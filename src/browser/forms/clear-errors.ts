import { clearSummary } from '../core/forms/clear-summary.ts';

/** Removes the server's error of a field as soon as its value changes. */
document.addEventListener(
  'input',
  ({ target }) => {
    const field = target as HTMLElement;
    const error = field.id && document.getElementById(`${field.id}-error`);
    if (!error) return;
    error.remove();
    field.ariaInvalid = null;
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const others = described.filter((id) => id !== error.id).join(' ');
    if (others) field.setAttribute('aria-describedby', others);
    else field.removeAttribute('aria-describedby');
    clearSummary(field);
  },
  // Capturing, to run before what checks the field itself.
  true,
);
