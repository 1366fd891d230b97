import { type KyselyPlugin, SelectQueryNode, TableNode } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginPasskey, createPasskey } from '../../src/domain/users/passkeys/manage.ts';
import { createPasskeySchema } from '../../src/domain/users/passkeys/schema.ts';
import { passkeyOptions, signInByPasskey } from '../../src/domain/users/passkeys/sign-in.ts';
import { createTestApp } from '../support/app.ts';
import { Authenticator } from '../support/authenticator.ts';
import { forEachEngine, rowsOf } from '../support/databases.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { readOutbox, tokenIn } from '../support/mailbox.ts';
import {
  contextOf,
  createMember,
  type Member,
  newEmail,
  PASSWORD,
  signIn,
  startMemberSession,
} from '../support/members.ts';
import { hashOf } from '../support/passwords.ts';

const NEXT = 'Neues-Pferd-10';
const ORIGIN = 'http://localhost:4321';

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.stop());

forEachEngine((engine) => {
  const environment: NodeJS.ProcessEnv = { PUBLIC_URL: ORIGIN };
  beforeAll(() => void Object.assign(environment, provider.environment));

  let held: { table: string; happens: () => Promise<unknown> } | null = null;
  const holding = new WeakSet<object>();
  /** Something happens once, after a node has read from a table. */
  const holder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const [from] = SelectQueryNode.is(node) && !node.joins ? (node.from?.froms ?? []) : [];
      if (from && TableNode.is(from) && from.table.identifier.name === held?.table) holding.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (!held || !holding.has(queryId)) return result;
      const { happens } = held;
      held = null;
      await happens();
      return result;
    },
  };
  const slow = createTestApp(
    {
      get database() {
        return { ...engine.database, db: engine.database.db.withPlugin(holder) };
      },
    },
    { environment },
  );
  const otherNode = createTestApp(engine, { environment });

  /** An act of the slow node, while something happens on the other one after the act has read from `table`. */
  async function meanwhile<Result>(
    act: () => Promise<Result>,
    happens: () => Promise<unknown>,
    table = 'users',
  ): Promise<Result> {
    held = { table, happens };
    const result = await act();
    expect(held, 'nothing happened').toBeNull();
    return result;
  }

  const post = (path: string, body: object, as?: { accessToken: string }, headers?: Record<string, string>) =>
    slow.call<Record<string, string>>('POST', `/users/${path}`, { as, body, headers });

  async function reset(member: Member): Promise<() => Promise<void>> {
    await otherNode.call('POST', '/users/password-reset-request', { body: { email: member.email } });
    await otherNode.app.settle();
    const mail = (await readOutbox(otherNode.dataDir)).findLast(
      ({ to, text }) => to?.[0]?.address === member.email && text?.includes('/reset-password/'),
    );
    const token = tokenIn(mail ?? expect.fail('no mail'), 'reset-password');
    return async () => {
      const body = { token, newPassword: NEXT };
      expect((await otherNode.call('POST', '/users/password-reset', { body })).status).toBe(200);
    };
  }

  async function change(member: Member, code?: () => string): Promise<() => Promise<void>> {
    const as = await startMemberSession(otherNode, member.id);
    return async () => {
      const body = { currentPassword: PASSWORD, newPassword: NEXT, ...(code && { code: code() }) };
      expect((await otherNode.call('POST', '/users/change-password', { as, body })).status).toBe(200);
    };
  }

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: slow.app.clock().getTime() });

  function nextStep(): void {
    for (const node of [slow, otherNode]) node.advance(60);
  }

  async function turnOn(member: Member): Promise<string> {
    const { data } = await post('two-factor/start', { password: PASSWORD }, member);
    const code = codeOf(data.secret ?? '');
    expect((await post('two-factor/confirm', { code }, member)).status).toBe(200);
    nextStep();
    return data.secret ?? '';
  }

  async function linkedToGoogle(member: Member): Promise<string> {
    const google_id = `subject of ${member.id}`;
    await engine.db.updateTable('users').set({ google_id }).where('id', '=', member.id).execute();
    return provider.mint({ sub: google_id, email: member.email }, slow.app.clock());
  }

  async function withPasskey(member: Member): Promise<Authenticator> {
    const authenticator = new Authenticator(ORIGIN);
    const context = await contextOf(slow, member);
    const asked = JSON.parse(await beginPasskey(context, PASSWORD));
    const credential = authenticator.create(asked);
    await createPasskey(context, v.parse(createPasskeySchema, { name: 'Phone', credential }));
    return authenticator;
  }

  const ENDS = { 'the password is reset': reset, 'the password is changed': change };

  describe.each(Object.entries(ENDS))('while %s', (_, end) => {
    test('a sign-in by the old one is refused, for a long session too', async () => {
      for (const rememberDevice of [false, true]) {
        const member = await createMember(slow);
        const { status, error } = await meanwhile(
          () => post('login', { ...member, rememberDevice }),
          await end(member),
        );
        expect([status, error?.code]).toEqual([401, 'INVALID_CREDENTIALS']);
        expect((await signIn(slow, { ...member, password: NEXT })).status).toBe(200);
      }
    });

    test('a sign-in by the old one gets no challenge for a code, and one that waits for it is refused', async () => {
      const member = await createMember(slow);
      const secret = await turnOn(member);
      const ends = [
        await reset(member),
        ...(end === reset ? [] : [await change(member, () => codeOf(secret))]),
      ];
      const { data } = await post('login', member);
      const first = ends.pop() as () => Promise<void>;
      const refused = await meanwhile(() => post('login', member), first);
      expect([refused.status, refused.error?.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      nextStep();
      const late = await post('login/two-factor', { challenge: data.challenge, code: codeOf(secret) });
      expect([late.status, late.error?.code]).toEqual([401, 'CODE_INVALID']);
    });

    test('a sign-in whose code is checked is refused', async () => {
      const member = await createMember(slow);
      const secret = await turnOn(member);
      const ending = end === reset ? await reset(member) : await change(member, () => codeOf(secret));
      const { data } = await post('login', member);
      const recovery = await otherNode.call<{ recovery_codes: string[] }>(
        'POST',
        '/users/two-factor/recovery-codes',
        { as: member, body: { password: PASSWORD, code: codeOf(secret) } },
      );
      nextStep();
      const [code] = recovery.data.recovery_codes;
      const { challenge } = data;
      const answered = await meanwhile(() => post('login/two-factor', { challenge, code }), ending, 'users');
      expect([answered.status, answered.error?.code]).toEqual([401, 'CODE_INVALID']);
      expect(await rowsOf(engine, 'challenges', member)).toEqual([]);
    });

    test.each([undefined, { 'idempotency-key': 'a key of a test' }])(
      'no token is made, with the headers %j',
      async (headers) => {
        const member = await createMember(slow);
        const body = { name: 'Script', scope: 'write', expiresInDays: null, password: PASSWORD };
        const { status, error } = await meanwhile(
          () => post('tokens', body, member, headers),
          await end(member),
        );
        expect([status, error?.code]).toEqual([401, 'UNAUTHENTICATED']);
        expect(await rowsOf(engine, 'api_tokens', member)).toEqual([]);
      },
    );

    test('no address is asked for', async () => {
      const member = await createMember(slow);
      const email = newEmail();
      await meanwhile(() => post('change-email', { email, password: PASSWORD }, member), await end(member));
      await slow.app.settle();
      const links = await rowsOf(engine, 'mail_tokens', member);
      expect(links.filter(({ purpose }) => purpose === 'change_email')).toEqual([]);
      const mails = await readOutbox(slow.dataDir);
      expect(mails.filter(({ to }) => to?.[0]?.address === email)).toEqual([]);
    });

    test('no second factor begins or is turned on', async () => {
      const member = await createMember(slow);
      const begun = await meanwhile(
        () => post('two-factor/start', { password: PASSWORD }, member),
        await end(member),
      );
      expect([begun.status, await rowsOf(engine, 'second_factors', member)]).toEqual([401, []]);

      const other = await createMember(slow);
      const { data } = await post('two-factor/start', { password: PASSWORD }, other);
      const code = codeOf(data.secret ?? '');
      const ending = await end(other);
      const confirmed = await meanwhile(
        () => post('two-factor/confirm', { code }, other),
        ending,
        'second_factors',
      );
      expect(confirmed.status).toBe(401);
      const factors = await rowsOf(engine, 'second_factors', other);
      expect(factors.filter(({ confirmed_at }) => confirmed_at)).toEqual([]);
    });

    test('no passkey is made, nor by a challenge of before', async () => {
      const member = await createMember(slow);
      const context = await contextOf(slow, member);
      const asked = JSON.parse(await beginPasskey(context, PASSWORD));
      const credential = new Authenticator(ORIGIN).create(asked);
      const input = v.parse(createPasskeySchema, { name: 'Phone', credential });
      const made = meanwhile(() => createPasskey(context, input), await end(member));
      await expect(made).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      held = null;
      await expect(createPasskey(context, input)).rejects.toMatchObject({ status: 400 });
      expect(await rowsOf(engine, 'passkeys', member)).toEqual([]);
    });

    test('no Google account is linked, and the account is not closed', async () => {
      const member = await createMember(slow);
      const credential = await provider.mint(
        { sub: `new ${member.id}`, email: newEmail() },
        slow.app.clock(),
      );
      const linked = await meanwhile(
        () => post('link-google', { credential, password: PASSWORD }, member),
        await end(member),
      );
      expect([linked.status, linked.error?.code]).toEqual([401, 'UNAUTHENTICATED']);
      const other = await createMember(slow);
      const close = () => slow.call('DELETE', '/users/account', { as: other, body: { password: PASSWORD } });
      expect((await meanwhile(close, await end(other))).status).toBe(401);
      expect((await signIn(slow, { ...other, password: NEXT })).status).toBe(200);
    });
  });

  test('a sign-in by Google is refused while a reset ends its link, and goes on while the password is changed', async () => {
    const member = await createMember(slow);
    const credential = await linkedToGoogle(member);
    const enter = () => post('google-auth', { credential });
    expect((await meanwhile(enter, await change(member))).status).toBe(200);
    const { status, error } = await meanwhile(enter, await reset(member));
    expect([status, error?.code]).toEqual([400, 'GOOGLE_AUTH_ERROR']);
    expect(await rowsOf(engine, 'sessions', member)).toEqual([]);
  });

  test('a sign-in by a passkey is refused while a reset ends it, and goes on while the password is changed', async () => {
    const member = await createMember(slow);
    const authenticator = await withPasskey(member);
    const { viewer: _, ...context } = await contextOf(slow, member);
    const guest = { ...context, viewer: null };
    const enter = () => {
      const answer = JSON.parse(authenticator.get(JSON.parse(passkeyOptions(guest, 'guest'))));
      return signInByPasskey(guest, answer, { owner: 'guest', remember: true });
    };
    expect(await meanwhile(enter, await change(member), 'users')).toHaveProperty('tokens');
    const entered = meanwhile(enter, await reset(member), 'users');
    await expect(entered).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' });
    expect(await rowsOf(engine, 'sessions', member)).toEqual([]);
  });

  test('a mailed change of the address, the secret of a second factor and the challenge of a passkey end with the password, in its session too', async () => {
    const member = await createMember(slow);
    const context = await contextOf(slow, member);
    expect((await post('change-email', { email: newEmail(), password: PASSWORD }, member)).status).toBe(200);
    await slow.app.settle();
    expect(await rowsOf(engine, 'mail_tokens', member)).toHaveLength(1);
    const { data } = await post('two-factor/start', { password: PASSWORD }, member);
    const credential = new Authenticator(ORIGIN).create(JSON.parse(await beginPasskey(context, PASSWORD)));
    const body = { currentPassword: PASSWORD, newPassword: NEXT };
    expect((await post('change-password', body, member)).status).toBe(200);
    expect(await rowsOf(engine, 'mail_tokens', member)).toEqual([]);
    expect((await post('two-factor/confirm', { code: codeOf(data.secret ?? '') }, member)).status).toBe(409);
    const input = v.parse(createPasskeySchema, { name: 'Phone', credential });
    await expect(createPasskey(context, input)).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' });
  });

  test('recovery codes are not replaced, and the second factor is not turned off, while a reset ends the session', async () => {
    const member = await createMember(slow);
    const secret = await turnOn(member);
    const codes = await rowsOf(engine, 'recovery_codes', member, 'hash');
    for (const path of ['two-factor/recovery-codes', 'two-factor/disable']) {
      const as = { ...member, ...(await startMemberSession(slow, member.id)) };
      await engine.db
        .updateTable('users')
        .set({ password_hash: hashOf(PASSWORD, { memory: 8, passes: 1, tagLength: 32 }) })
        .where('id', '=', member.id)
        .execute();
      const act = () => post(path, { password: PASSWORD, code: codeOf(secret) }, as);
      const { status, error } = await meanwhile(act, await reset(member));
      expect([path, status, error?.code]).toEqual([path, 401, 'UNAUTHENTICATED']);
      expect(await rowsOf(engine, 'recovery_codes', member, 'hash')).toEqual(codes);
      nextStep();
    }
    expect((await rowsOf(engine, 'second_factors', member))[0]?.confirmed_at).not.toBeNull();
  });

  test('a Google account is not unlinked by a password that is no longer right', async () => {
    const member = await createMember(slow);
    await linkedToGoogle(member);
    const { status } = await meanwhile(
      () => post('unlink-google', { password: PASSWORD }, member),
      await change(member),
    );
    expect(status).toBe(401);
    const row = engine.db.selectFrom('users').select('google_id').where('id', '=', member.id);
    expect((await row.executeTakeFirst())?.google_id).not.toBeNull();
  });

  test('no password link goes to an address that the account no longer has', async () => {
    const member = await createMember(slow);
    const email = newEmail();
    await otherNode.call('POST', '/users/change-email', { as: member, body: { email, password: PASSWORD } });
    await otherNode.app.settle();
    const mail = (await readOutbox(otherNode.dataDir)).find(({ to }) => to?.[0]?.address === email);
    const token = tokenIn(mail ?? expect.fail('no mail'), 'change-email');
    await meanwhile(
      async () => {
        await post('password-reset-request', { email: member.email });
        await slow.app.settle();
      },
      async () => {
        const confirmed = await otherNode.call('POST', '/users/confirm-email', { body: { token } });
        expect(confirmed.status).toBe(200);
      },
    );
    const links = await rowsOf(engine, 'mail_tokens', member);
    expect(links.map(({ purpose }) => purpose)).toEqual(['undo_email']);
  });

  test('a session that ended meanwhile sets no first password', async () => {
    const member = await createMember(slow);
    await engine.db.updateTable('users').set({ password_hash: null }).where('id', '=', member.id).execute();
    const { status } = await meanwhile(
      () => post('set-password', { newPassword: NEXT }, member),
      async () => engine.db.deleteFrom('sessions').where('user_id', '=', member.id).execute(),
      'sessions',
    );
    expect(status).toBe(401);
    expect((await signIn(slow, { ...member, password: NEXT })).status).toBe(401);
  });

  test('a sign-in goes on while another one renews the outdated hash of the same password', async () => {
    const member = await createMember(slow);
    const { status } = await meanwhile(
      () => signIn(slow, member),
      async () => {
        expect((await signIn(otherNode, member)).status).toBe(200);
        await otherNode.app.settle();
        const row = engine.db.selectFrom('users').select('password_hash').where('id', '=', member.id);
        expect((await row.executeTakeFirst())?.password_hash).toContain('m=47104');
      },
    );
    expect(status).toBe(200);
  });
});
