import * as v from 'valibot';
import type { TextKey } from '../../../i18n/texts.ts';
import { DomainError } from '../../error.ts';

/** In bytes: 5 MB, as the message says. */
export const PICTURE_MOST = 5_242_880;

/** For the file field only; the content of a file decides its actual type. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export const pictureSchema = v.object({
  profilePicture: v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => (value instanceof File && value.size > 0 ? value : null)),
  ),
});

/** Pixels per side: `small` is for menus, `large` for the profile. */
export const SIZES = { small: 96, large: 512 } as const;

export type Size = keyof typeof SIZES;

/** `name` cannot be guessed. */
export interface PictureKey {
  userId: string;
  name: string;
  size: Size;
}

export function pictureAddress({ userId, name, size }: PictureKey): string {
  return `/avatars/${userId}/${name}-${SIZES[size]}.webp`;
}

export function pictureAt(userId: string, file: string): PictureKey | null {
  const [, name, pixels] = /^([\w-]{22})-(96|512)\.webp$/.exec(file) ?? [];
  if (!name) return null;
  return { userId, name, size: Number(pixels) === SIZES.small ? 'small' : 'large' };
}

export function smallPicture(address: string): string {
  return address.replace(`-${SIZES.large}.webp`, `-${SIZES.small}.webp`);
}

export function pictureRefused(message: TextKey): DomainError {
  return new DomainError('AVATAR_UPLOAD_ERROR', 400, { fields: [{ field: 'profilePicture', message }] });
}

export function pictureTooLarge(): DomainError {
  const message = 'errors:pictureTooLarge';
  return new DomainError('PAYLOAD_TOO_LARGE', 413, {
    message,
    fields: [{ field: 'profilePicture', message }],
  });
}
