/** Before the form is there nothing that is pressed is lost: Enter saves once it is, and Tab stays in the last field. */
export function holdKeys(shell: HTMLDialogElement, loading: string): void {
  const last = [...shell.querySelectorAll('input')].at(-1);
  if (!last) return;
  const status = document.createElement('p');
  status.role = 'status';
  last.closest('.dialog-body')?.append(status);
  shell.addEventListener('keydown', (event) => {
    const { key, target, shiftKey } = event;
    const isEntered = key === 'Enter' && target instanceof HTMLInputElement;
    if (!isEntered && (key !== 'Tab' || shiftKey || target !== last)) return;
    event.preventDefault();
    if (isEntered) shell.dataset.entered = '';
    status.textContent = loading;
  });
}
