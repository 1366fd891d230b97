/** A category that the person chooses for a row of a file is no guess, and can become a rule at once. */
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement && target.matches('select[id^="as-"]'))) return;
  const line = target.closest('tr')?.querySelector<HTMLElement>('[data-line]');
  const table = target.closest('table');
  if (!line || !table) return;
  line.querySelector('[data-guess]')?.remove();
  line.querySelector('button[name^="rule:"]')?.remove();
  const isCategory = !['', 'transfer', 'merge'].includes(target.value);
  if (!isCategory) return;
  const button = document.createElement('button');
  button.className = 'button button-quiet button-small px-2';
  button.name = `rule:${line.dataset.line}`;
  button.textContent = (table.dataset.rule ?? '').replace(
    '{}',
    `\u2068${target.selectedOptions[0]?.text}\u2069`,
  );
  const name = document.createElement('span');
  name.className = 'visually-hidden';
  name.textContent = `: ${line.querySelector('.row-link')?.textContent?.trim() ?? ''}`;
  button.append(name);
  line.append(button);
});
