import type { Sharp, SharpOptions } from 'sharp';
import { limitConcurrency } from '../../concurrency-limit.ts';
import { pictureRefused, SIZES } from './schema.ts';

/** Pixels of a picture, at most: a file of some kilobytes can declare any number, and each needs up to eight bytes. */
const PIXELS_MOST = 25_000_000;

/** Seconds for one picture, at most; a large photograph takes less than one. */
const SECONDS_MOST = 20;

/** A picture of the largest kind takes 270 MB while it is processed. */
export const limitPictures = limitConcurrency({ concurrency: 1, queued: 4, retryAfter: 5 });

/** Fails for damaged files; of an animation only the first picture is read. */
const INPUT: SharpOptions = {
  limitInputPixels: PIXELS_MOST,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
};

interface MadePicture {
  small: Uint8Array;
  large: Uint8Array;
}

/**
 * Encodes a picture again and drops everything else in the file: upright, cropped to a square around its middle, as
 * WebP without any metadata.
 * @throws DomainError AVATAR_UPLOAD_ERROR (400) for a file that is not a picture, is damaged or has too many pixels,
 * SERVICE_UNAVAILABLE (503) when too many wait
 */
export function makePicture(bytes: Uint8Array): Promise<MadePicture> {
  return limitPictures(async () => {
    const sharp = await loadSharp();
    const { width, height } = await sizeOf(sharp(bytes, { ...INPUT, limitInputPixels: false }));
    if (width * height > PIXELS_MOST) throw pictureRefused('errors:picturePixels');
    const large = await squareOf(sharp(bytes, INPUT), width, height).catch(refuse);
    const small = await sharp(large).resize(SIZES.small, SIZES.small).webp().toBuffer();
    return { small, large };
  });
}

let loading: ReturnType<typeof load> | undefined;

// Loaded for the first picture: most processes never process one, and start faster without it.
function loadSharp(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}

/** The decoders detect the type of a file by its content; only those of the accepted types are allowed. */
async function load() {
  const { default: sharp } = await import('sharp');
  const decoders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'];
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) });
  // The library's cache of one picture is of no use to the next.
  sharp.cache(false);
  return sharp;
}

/** Width and height in the orientation in which the picture is displayed. */
async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient } = await picture.metadata().catch(refuse);
  return autoOrient;
}

// Cropped before it is scaled: a picture of one by many pixels would otherwise exhaust the memory first.
function squareOf(picture: Sharp, width: number, height: number): Promise<Uint8Array> {
  const side = Math.min(width, height);
  const left = Math.floor((width - side) / 2);
  const top = Math.floor((height - side) / 2);
  return picture
    .autoOrient()
    .extract({ left, top, width: side, height: side })
    .resize(SIZES.large, SIZES.large)
    .webp()
    .timeout({ seconds: SECONDS_MOST })
    .toBuffer();
}

function refuse(): never {
  throw pictureRefused('errors:pictureUnreadable');
}
