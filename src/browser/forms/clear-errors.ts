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
    field.setAttribute('aria-describedby', described.filter((id) => id !== `${field.id}-error`).join(' '));
    const summary = document.querySelector('.error-summary');
    summary?.querySelector(`a[href="#${field.id}"]`)?.closest('li')?.remove();
    if (!summary?.querySelector('li')) summary?.remove();
  },
  // Before what checks the field itself.
  true,
);
