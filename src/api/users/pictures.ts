import * as v from 'valibot';
import { DomainError } from '../../domain/error.ts';
import { removePicture, uploadPicture } from '../../domain/users/picture/picture.ts';
import { PICTURE_MOST, PICTURE_TYPES, pictureSchema } from '../../domain/users/picture/schema.ts';
import type { Call } from '../../http/call.ts';
import { read } from '../../http/input.ts';
import { type Endpoints, endpoint } from '../endpoint.ts';

const addresses = { publicUrl: v.string(), url: v.string(), avatar: v.string(), avatar_url: v.string() };

export const pictures: Endpoints = {
  'POST /upload-profile-picture': endpoint({
    summary: 'Set your profile picture',
    note: 'The file type is detected from the content, not from the name. The picture is cropped to a square, scaled to 512 by 512 pixels and stored as WebP without metadata; of an animation, the first frame is used. It replaces an earlier picture. All four fields hold the same URL, which only you and admins can open; replace `-512` by `-96` for a small version.',
    file: { field: 'profilePicture', types: PICTURE_TYPES, most: PICTURE_MOST },
    data: addresses,
    refuses: { AVATAR_UPLOAD_ERROR: 400, SERVICE_UNAVAILABLE: 503 },
    answer: async (context, _input, { call }) => {
      const { profilePicture } = read(pictureSchema, await multipart(call));
      const address = await uploadPicture(context, profilePicture);
      return { publicUrl: address, url: address, avatar: address, avatar_url: address };
    },
  }),
  'DELETE /profile-picture': endpoint({
    summary: 'Remove your profile picture',
    note: 'Succeeds even if there is none.',
    answer: async (context) => removePicture(context),
  }),
};

async function multipart(call: Call): Promise<Record<string, unknown>> {
  if (!/^multipart\/form-data\b/i.test(call.req.header('content-type') ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 415, { message: 'errors:multipartExpected' });
  }
  const form = await call.req.formData().catch(() => null);
  if (!form) throw new DomainError('AVATAR_UPLOAD_ERROR', 400, { message: 'errors:uploadFailed' });
  return Object.fromEntries(form);
}
