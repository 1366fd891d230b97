import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

export function drawn(width = 320, height = 240, background = '#c81e5a'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Hardly compressible in any format. */
export function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

export function picture(): Promise<Buffer> {
  return drawn().png().toBuffer();
}

/** Red above blue as PNG, to see which side is up. */
export async function twoHalves(): Promise<Buffer> {
  const red = await drawn(200, 100, '#ff0000').png().toBuffer();
  const above = { input: red, gravity: 'north' };
  return drawn(200, 200, '#0000ff').composite([above]).png().toBuffer();
}

/** Three frames of 120 by 120 pixels: black, grey, white. */
export function animated(): Sharp {
  const frames = Buffer.concat([0, 128, 255].map((shade) => Buffer.alloc(120 * 120 * 3, shade)));
  return sharp(frames, { raw: { width: 120, height: 360, channels: 3, pageHeight: 120 } });
}

export function formWith(bytes: Uint8Array | string, field = 'profilePicture', name = 'me.png'): FormData {
  const form = new FormData();
  form.append(field, new File([bytes as BlobPart], name, { type: 'image/png' }));
  return form;
}

/** Red, green and blue at a position, each 0 to 255. */
export async function colourAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const spot = { left, top, width: 1, height: 1 };
  return [...(await sharp(bytes).removeAlpha().extract(spot).raw().toBuffer())];
}
