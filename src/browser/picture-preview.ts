const field = document.querySelector<HTMLInputElement>('input[data-most]');
const preview = document.querySelector('[data-picture-preview]');
const error = field && document.getElementById(`${field.id}-error`);

if (field && preview && error) {
  const isTooLarge = () => (field.files?.[0]?.size ?? 0) > Number(field.dataset.most);
  field.addEventListener('change', () => {
    error.textContent = isTooLarge() ? (field.dataset.tooLarge ?? '') : '';
    field.setAttribute('aria-invalid', String(isTooLarge()));
    if (!isTooLarge()) show(field.files?.[0], preview);
  });
  // Megabytes that would be refused need not be sent first.
  field.form?.addEventListener('submit', (event) => {
    if (!isTooLarge()) return;
    event.preventDefault();
    field.focus();
  });
}

// As `data:`, because the policy of pages lets in no other address of a file. What cannot be drawn leaves all as it was.
function show(file: File | undefined, place: Element): void {
  const reader = new FileReader();
  reader.onload = () => {
    const picture = new Image(96, 96);
    picture.className = 'avatar avatar-large';
    picture.alt = place.querySelector('img')?.alt ?? '';
    picture.onload = () => place.replaceChildren(picture);
    picture.src = String(reader.result);
  };
  if (file) reader.readAsDataURL(file);
}
