import { clearSummary } from '../core/forms/clear-summary.ts';

/** Takes back what the server said of a field as soon as its value is another one. */
document.addEventListener(
  'input',
  ({ target }) => {
    const field = target as HTMLElement;
    const fault = field.id && document.getElementById(`${field.id}-error`);
    if (!fault) return;
    fault.remove();
    field.ariaInvalid = null;
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const others = described.filter((id) => id !== fault.id).join(' ');
    if (others) field.setAttribute('aria-describedby', others);
    else field.removeAttribute('aria-describedby');
    clearSummary(field);
  },
  // Before what checks the field itself.
  true,
);
