import { clearSummary } from './clear-summary.ts';

// The size at which the server stores a picture, in pixels, and the size in bytes above which only that is sent.
const EDGE = 512;
const LARGE = 200 * 1024;

/** Shows a chosen picture before it is sent, and says at once if it is too large. */
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
    // What was wrong with an earlier file is not wrong with this one.
    clearSummary(field);
    field.setAttribute('aria-invalid', String(isTooLarge()));
  });
  // It was chosen before this was there.
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
  // As a `data:` URL, because the policy of pages allows no other URL of a file.
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
  const shown = new Image(96, 96);
  shown.className = 'avatar avatar-large';
  shown.alt = place.querySelector('img')?.alt ?? '';
  shown.src = picture.src;
  place.replaceChildren(shown);
}

// On a slow connection the centre of a photograph in its final size is sent in seconds, the photograph in minutes.
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
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(
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
