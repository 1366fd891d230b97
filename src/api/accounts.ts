import { Hono } from 'hono';
import { readProfile } from '../domain/accounts/read-profile.ts';
import { register } from '../domain/accounts/register.ts';
import { resendVerification } from '../domain/accounts/resend-verification.ts';
import {
  profileSchema,
  registerSchema,
  resendSchema,
  signInSchema,
  tokenSchema,
} from '../domain/accounts/schema.ts';
import { signIn } from '../domain/accounts/sign-in.ts';
import { updateProfile } from '../domain/accounts/update-profile.ts';
import { verifyEmail } from '../domain/accounts/verify-email.ts';
import { ok } from '../door/answer.ts';
import { type CookieNames, setSessionCookies } from '../door/cookies.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { anybody, body } from './request.ts';

export function accounts(names: CookieNames): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post('/register', async (call) =>
      ok(call, await register(anybody(call), await body(call, registerSchema)), 201),
    )
    .post('/login', async (call) => {
      const { user, tokens } = await signIn(anybody(call), await body(call, signInSchema));
      setSessionCookies(call.get('outgoing'), names, tokens, anybody(call).now);
      const { accessToken, refreshToken, expiresIn } = tokens;
      return ok(call, { user, accessToken, refreshToken, expiresIn });
    })
    .get('/profile', async (call) => ok(call, { user: await readProfile(signedIn(call)) }))
    .put('/profile', async (call) => {
      const context = signedIn(call);
      return ok(call, { user: await updateProfile(context, await body(call, profileSchema)) });
    })
    .post('/verify-email', async (call) => {
      const { token } = await body(call, tokenSchema);
      return ok(call, { user: await verifyEmail(anybody(call), token) });
    })
    .post('/resend-verification', async (call) => {
      const { email } = await body(call, resendSchema);
      await resendVerification(anybody(call), email);
      return ok(call, {});
    });
}
