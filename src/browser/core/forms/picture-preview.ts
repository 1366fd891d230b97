import { clearSummary } from './field-errors.ts';

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
    const picture = file && (await createImageBitmap(file).catch(() => null));
    if (file !== field.files?.[0]) return;
    if (file && picture) {
      const square = cut(picture);
      show(square, preview);
      if (file.size > LARGE) await replace(field, file, square);
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

function show(square: HTMLCanvasElement, place: Element): void {
  const image = new Image(96, 96);
  image.className = 'avatar avatar-large';
  image.alt = place.querySelector('img')?.alt ?? '';
  // The pages' policy allows no URL of a file.
  image.src = square.toDataURL();
  place.replaceChildren(image);
}

// Sends a photograph in its final size: seconds instead of minutes on a slow connection.
async function replace(input: HTMLInputElement, file: File, square: HTMLCanvasElement): Promise<void> {
  const small = await new Promise<Blob | null>((done) => square.toBlob(done, 'image/webp', 0.9));
  if (!small || small.size >= file.size || input.files?.[0] !== file) return;
  const files = new DataTransfer();
  files.items.add(new File([small], file.name, { type: small.type }));
  input.files = files.files;
}

function cut(picture: ImageBitmap): HTMLCanvasElement {
  const { width, height } = picture;
  const square = Math.min(width, height);
  const canvas = document.createElement('canvas');
  const edge = Math.min(square, EDGE);
  canvas.width = canvas.height = edge;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - square) / 2, (height - square) / 2, square, square, 0, 0, edge, edge);
  return canvas;
}
