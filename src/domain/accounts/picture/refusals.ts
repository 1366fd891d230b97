import type { TextKey } from '../../../i18n/texts.ts';
import { DomainError } from '../../error.ts';

/** The refusal of what cannot become a picture, with the reason at its field. */
export function pictureRefused(message: TextKey): DomainError {
  return new DomainError('AVATAR_UPLOAD_ERROR', 400, { fields: [{ field: 'profilePicture', message }] });
}

/** The refusal of a file of more than `PICTURE_MOST` bytes. */
export function pictureTooLarge(): DomainError {
  const message = 'errors:pictureTooLarge';
  return new DomainError('PAYLOAD_TOO_LARGE', 413, {
    message,
    fields: [{ field: 'profilePicture', message }],
  });
}
