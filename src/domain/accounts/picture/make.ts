import type { Sharp, SharpOptions } from 'sharp';
import { createTurns } from '../../turns.ts';
import { SIZES } from './address.ts';
import { pictureRefused } from './refusals.ts';

/** Pixels of a picture, at most: a file of some kilobytes can claim any number, and each needs up to eight bytes. */
const PIXELS_MOST = 25_000_000;

/** Seconds for one picture; a large photograph takes less than one. */
const LONGEST = 20;

/** A picture of the largest kind takes 270 MB while it is worked on. */
export const inPictureTurn = createTurns({ atOnce: 1, waiting: 4, retryAfter: 5 });

/** Fails for what is damaged; of an animation only the first picture is looked at. */
const INPUT: SharpOptions = {
  limitInputPixels: PIXELS_MOST,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
};

export interface MadePicture {
  small: Uint8Array;
  large: Uint8Array;
}

/**
 * Makes a picture anew, whatever else the bytes hold: upright, cut to a square around its middle, as WebP without any
 * metadata.
 * @throws DomainError AVATAR_UPLOAD_ERROR (400) for what is no picture, damaged or of too many pixels,
 * SERVICE_UNAVAILABLE (503) when too many wait
 */
export function makePicture(bytes: Uint8Array): Promise<MadePicture> {
  return inPictureTurn(async () => {
    const sharp = await loadSharp();
    const { width, height } = await sizeOf(sharp(bytes, { ...INPUT, limitInputPixels: false }));
    if (width * height > PIXELS_MOST) throw pictureRefused('errors:picturePixels');
    const large = await squareOf(sharp(bytes, INPUT), width, height).catch(refuse);
    const small = await sharp(large).resize(SIZES.small, SIZES.small).webp().toBuffer();
    return { small, large };
  });
}

let loading: ReturnType<typeof load> | undefined;

// Loaded for the first picture: most processes never see one, and all others start sooner.
function loadSharp(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}

/** Its decoders tell by the content what a file is; only those of the accepted kinds are let in. */
async function load() {
  const { default: sharp } = await import('sharp');
  const decoders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer'];
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) });
  // What one picture leaves behind is of no use to the next.
  sharp.cache(false);
  return sharp;
}

/** Width and height as the picture is meant to be seen. */
async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient } = await picture.metadata().catch(refuse);
  return autoOrient;
}

// Cut before it is scaled: a line of one pixel by many would otherwise grow beyond all memory first.
function squareOf(picture: Sharp, width: number, height: number): Promise<Uint8Array> {
  const side = Math.min(width, height);
  const left = Math.floor((width - side) / 2);
  const top = Math.floor((height - side) / 2);
  return picture
    .autoOrient()
    .extract({ left, top, width: side, height: side })
    .resize(SIZES.large, SIZES.large)
    .webp()
    .timeout({ seconds: LONGEST })
    .toBuffer();
}

function refuse(): never {
  throw pictureRefused('errors:pictureUnreadable');
}
