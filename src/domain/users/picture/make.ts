import type { Sharp, SharpOptions } from 'sharp';
import { limitConcurrency } from '../../concurrency-limit.ts';
import { pictureRefused, SIZES } from './schema.ts';

/** In pixels: a small file can declare any number, and each takes up to eight bytes of memory. */
const MAX_PIXELS = 25_000_000;

/** A large photograph takes less than one second. */
const MAX_SECONDS = 20;

/** The largest picture takes 270 MB while it is processed. */
export const limitPictures = limitConcurrency({ concurrency: 1, queued: 4, retryAfter: 5 });

/** Fails for damaged files; reads only the first frame of an animation. */
const INPUT: SharpOptions = {
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
};

interface MadePicture {
  small: Uint8Array;
  large: Uint8Array;
}

/**
 * Encodes a picture again as WebP without metadata: upright, cropped to a square around its middle.
 * @throws DomainError AVATAR_UPLOAD_ERROR (400) for a file that is not a picture, is damaged or has too many pixels,
 *   SERVICE_UNAVAILABLE (503) when too many wait
 */
export function makePicture(bytes: Uint8Array): Promise<MadePicture> {
  return limitPictures(async () => {
    const sharp = await loadSharp();
    const { width, height } = await sizeOf(sharp(bytes, { ...INPUT, limitInputPixels: false }));
    if (width * height > MAX_PIXELS) throw pictureRefused('errors:picturePixels');
    const large = await squareOf(sharp(bytes, INPUT), width, height).catch(refuse);
    const small = await sharp(large).resize(SIZES.small, SIZES.small).webp().toBuffer();
    return { small, large };
  });
}

let loading: ReturnType<typeof load> | undefined;

// Loaded on demand: most processes never process a picture, and start faster without it.
function loadSharp(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}

/** Allow only the decoders of the accepted types, because the library detects a type by content. */
async function load() {
  const { default: sharp } = await import('sharp');
  const decoders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'];
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) });
  // One picture's cache is of no use to the next.
  sharp.cache(false);
  return sharp;
}

/** Width and height as displayed, after rotation. */
async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient } = await picture.metadata().catch(refuse);
  return autoOrient;
}

// Cropped before scaling: a picture of one by many pixels would otherwise exhaust the memory.
function squareOf(picture: Sharp, width: number, height: number): Promise<Uint8Array> {
  const side = Math.min(width, height);
  const left = Math.floor((width - side) / 2);
  const top = Math.floor((height - side) / 2);
  return picture
    .autoOrient()
    .extract({ left, top, width: side, height: side })
    .resize(SIZES.large, SIZES.large)
    .webp()
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer();
}

function refuse(): never {
  throw pictureRefused('errors:pictureUnreadable');
}
