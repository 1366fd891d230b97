import { Hono } from 'hono';
import * as v from 'valibot';
import { removePicture } from '../domain/accounts/picture/remove.ts';
import { PICTURE_MOST, PICTURE_TYPES, pictureSchema } from '../domain/accounts/picture/schema.ts';
import { uploadPicture } from '../domain/accounts/picture/upload.ts';
import { DomainError } from '../domain/error.ts';
import { ok } from '../door/answer.ts';
import { read } from '../door/input.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { type Call, json } from './request.ts';

const addresses = { publicUrl: v.string(), url: v.string(), avatar: v.string(), avatar_url: v.string() };

export function pictures(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post(
      '/upload-profile-picture',
      about({
        summary: 'Give yourself a picture',
        note: 'The content tells what a file is, whatever its name says. The picture is made anew: cut to a square of 512 pixels a side as WebP, without metadata, and of an animation the first picture. It replaces the one before. The address, the same in all four fields, answers only you and admins; `-96` in the place of `-512` gives a small one.',
        file: { field: 'profilePicture', types: PICTURE_TYPES, most: PICTURE_MOST },
        data: addresses,
        refuses: { AVATAR_UPLOAD_ERROR: 400, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        const { profilePicture } = read(pictureSchema, await multipart(call));
        const address = await uploadPicture(context, profilePicture);
        return ok(call, { publicUrl: address, url: address, avatar: address, avatar_url: address });
      },
    )
    .delete(
      '/profile-picture',
      about({ summary: 'Remove your picture', note: 'Good also where there is none.' }),
      async (call) => {
        const context = signedIn(call);
        await json(call);
        await removePicture(context);
        return ok(call, {});
      },
    );
}

async function multipart(call: Call): Promise<Record<string, unknown>> {
  if (!/^multipart\/form-data\b/i.test(call.req.header('content-type') ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 415, { message: 'errors:multipartExpected' });
  }
  const form = await call.req.formData().catch(() => null);
  if (!form) throw new DomainError('AVATAR_UPLOAD_ERROR', 400, { message: 'errors:uploadFailed' });
  return Object.fromEntries(form);
}
