import { chooseDefaults, chosenIn, show } from './display.ts';

/** On their page the settings behave as in the panel: what is chosen shows at once, and Save keeps it. */
const form = document.querySelector<HTMLFormElement>('main form[data-display-form]');
form?.addEventListener('change', () => show(chosenIn(form)));
form?.addEventListener('submit', (event) => {
  const { submitter } = event;
  if (!submitter?.dataset.defaults) return;
  event.preventDefault();
  chooseDefaults(form, submitter);
});
