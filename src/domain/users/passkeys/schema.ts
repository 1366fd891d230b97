import * as v from 'valibot';
import { closeAccountSchema } from '../schema.ts';

/** In characters: what browsers send is a tenth of it. */
const CREDENTIAL_MAX = 16_384;

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));

/** A browser's answer as `PublicKeyCredential.toJSON()` writes it; anything else is `null`, which is refused. */
function answer<const Response extends v.ObjectEntries>(response: Response) {
  const shape = v.object({
    id: base64url,
    rawId: base64url,
    type: v.literal('public-key'),
    response: v.object({ clientDataJSON: base64url, ...response }),
    clientExtensionResults: v.fallback(v.object({}), {}),
  });
  return v.pipe(
    v.string(),
    v.maxLength(CREDENTIAL_MAX),
    v.transform((text) => {
      const result = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
      return result.success ? result.output : null;
    }),
  );
}

const name = v.pipe(
  v.optional(v.string('errors:textExpected'), ''),
  v.trim(),
  v.minLength(1, 'errors:passkeyNameRequired'),
  v.maxLength(60, 'errors:passkeyNameMax'),
);

export const beginPasskeySchema = v.object({ name, ...closeAccountSchema.entries });

export const createPasskeySchema = v.object({
  name,
  credential: answer({
    attestationObject: base64url,
    transports: v.fallback(v.pipe(v.array(v.string()), v.maxLength(10)), []),
  }),
});

export const passkeySignInSchema = v.object({
  credential: answer({ authenticatorData: base64url, signature: base64url, userHandle: base64url }),
  rememberDevice: v.pipe(
    v.optional(v.string(), ''),
    v.transform((value) => value === 'on'),
  ),
});

export type PasskeyAnswer = NonNullable<v.InferOutput<typeof passkeySignInSchema>['credential']>;
export type NewPasskey = v.InferOutput<typeof createPasskeySchema>;
