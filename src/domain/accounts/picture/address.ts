/** Pixels a side: the small one stands in menus, the large one where the picture is what one looks at. */
export const SIZES = { small: 96, large: 512 } as const;

export type Size = keyof typeof SIZES;

/** Where a picture lies; `name` is one that nobody can guess. */
export interface PicturePlace {
  userId: string;
  name: string;
  size: Size;
}

export function pictureAddress({ userId, name, size }: PicturePlace): string {
  return `/avatars/${userId}/${name}-${SIZES[size]}.webp`;
}

/** The place that the end of an address names, `/avatars/{userId}/{file}`; null when it can be none of ours. */
export function pictureAt(userId: string, file: string): PicturePlace | null {
  const [, name, pixels] = /^([\w-]{22})-(96|512)\.webp$/.exec(file) ?? [];
  if (!name) return null;
  return { userId, name, size: Number(pixels) === SIZES.small ? 'small' : 'large' };
}

/** The small picture that goes with a large one's address. */
export function smallPicture(address: string): string {
  return address.replace(`-${SIZES.large}.webp`, `-${SIZES.small}.webp`);
}
