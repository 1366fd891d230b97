import { clearSummary } from './clear-summary.ts';

// Pixels of a stored picture, and bytes above which only a picture of that size is sent.
const EDGE = 512;
const LARGE = 200 * 1024;

export function startPicturePreview(root: ParentNode): void {
  const field = root.querySelector<HTMLInputElement>('input[data-most]');
  const preview = root.querySelector('[data-picture-preview]');
  const error = field && root.querySelector<HTMLElement>(`#${field.id}-error`);
  if (!field || !preview || !error) return;
  const isTooLarge = () => (field.files?.[0]?.size ?? 0) > Number(field.dataset.most);
  field.addEventListener('change', async () => {
    const file = field.files?.[0];
    const picture = file && (await drawn(file));
    if (file !== field.files?.[0]) return;
    if (file && picture) {
      show(picture, preview);
      if (file.size > LARGE) await replace(field, file, picture);
    }
    error.textContent = isTooLarge() ? (field.dataset.tooLarge ?? '') : '';
    // The error was about an earlier file.
    clearSummary(field);
    field.setAttribute('aria-invalid', String(isTooLarge()));
  });
  // A file may have been chosen before this script loaded.
  if (field.files?.length) field.dispatchEvent(new Event('change'));
  // Avoids sending megabytes that would be refused.
  field.form?.addEventListener('submit', (event) => {
    if (!isTooLarge()) return;
    event.preventDefault();
    field.focus();
  });
}

async function drawn(file: File): Promise<HTMLImageElement | null> {
  const picture = new Image();
  // A `data:` URL, because the pages' policy allows no other URL of a file.
  picture.src = await new Promise<string>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => done('');
    reader.readAsDataURL(file);
  });
  return picture.decode().then(
    () => picture,
    () => null,
  );
}

function show(picture: HTMLImageElement, place: Element): void {
  const image = new Image(96, 96);
  image.className = 'avatar avatar-large';
  image.alt = place.querySelector('img')?.alt ?? '';
  image.src = picture.src;
  place.replaceChildren(image);
}

// Sends a photograph in its final size: seconds instead of minutes on a slow connection.
async function replace(input: HTMLInputElement, file: File, picture: HTMLImageElement): Promise<void> {
  const small = await cut(picture);
  if (!small || small.size >= file.size || input.files?.[0] !== file) return;
  const files = new DataTransfer();
  files.items.add(new File([small], file.name, { type: small.type }));
  input.files = files.files;
}

function cut(picture: HTMLImageElement): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const square = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(square, EDGE);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    (width - square) / 2,
    (height - square) / 2,
    square,
    square,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return new Promise((done) => canvas.toBlob(done, 'image/webp', 0.9));
}
