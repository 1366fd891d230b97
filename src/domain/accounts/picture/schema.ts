import * as v from 'valibot';

/** Bytes of a file, at most (specification, section 9). */
export const PICTURE_MOST = 5_242_880;

/** What is accepted, for the field that chooses a file; what a file really is, its content tells. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** A form that sends a picture; browsers send an empty file where none was chosen. */
export const pictureSchema = v.object({
  profilePicture: v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => (value instanceof File && value.size > 0 ? value : null)),
  ),
});
