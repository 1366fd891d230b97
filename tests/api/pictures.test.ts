import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { limitPictures } from '../../src/domain/users/picture/make.ts';
import { createTestApp, forEachApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { createMember, type Member } from '../support/members.ts';
import { animated, colourAt, drawn, formWith, picture, twoHalves } from '../support/pictures.ts';

const UPLOAD = '/users/upload-profile-picture';
const MOST = 5_242_880;

interface Uploaded {
  publicUrl: string;
  url: string;
  avatar: string;
  avatar_url: string;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

const REFUSED: [string, () => Promise<Uint8Array | string>][] = [
  ['a text', async () => 'not a picture'],
  ['HTML', async () => '<!doctype html><html><body><script>alert(1)</script></body></html>'],
  ['an SVG', async () => svg],
  ['an SVG with the declaration of XML', async () => `<?xml version="1.0"?>${svg}`],
  ['a TIFF', () => drawn().tiff().toBuffer()],
  ['an AVIF', () => drawn(64, 64).avif({ effort: 0 }).toBuffer()],
  ['a PDF', async () => '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'],
  ['the beginning of a PNG', async () => half(await noise().png().toBuffer())],
  ['the beginning of a JPEG', async () => half(await noise().jpeg().toBuffer())],
  ['the beginning of a WebP', async () => half(await noise().webp().toBuffer())],
  ['the beginning of a GIF', async () => half(await noise().gif().toBuffer())],
  ['only the signature of a PNG', async () => new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])],
  ['only the signature of a GIF', async () => 'GIF89a'],
];

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1);
const noise = () => {
  const bytes = Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, index) => (index * 7919) % 251));
  return sharp(bytes, { raw: { width: 100, height: 100, channels: 3 } });
};

forEachApp((testApp, engine) => {
  const { once } = engine;
  const otherNode = createTestApp(engine);
  const strict = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '1' } });

  const upload = (as: Member, bytes: Uint8Array | string, on = testApp) =>
    on.call<Uploaded>('POST', UPLOAD, { as, form: formWith(bytes) });
  const request = (address: string, as?: Member, headers: Record<string, string> = {}) =>
    otherNode.request(address, {
      headers: { ...(as && { authorization: `Bearer ${as.accessToken}` }), ...headers },
    });
  const small = (address: string) => address.replace('-512.webp', '-96.webp');

  async function uploaded(as: Member, bytes: Uint8Array | string): Promise<string> {
    const { status, data, text } = await upload(as, bytes);
    expect(status, text).toBe(200);
    return data.avatar;
  }

  async function seen(address: string, as: Member): Promise<Buffer> {
    const response = await request(address, as);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  async function avatarOf(as: Member) {
    const { data } = await otherNode.call<{ user: { avatar: string; profile_picture_url: string } }>(
      'GET',
      '/users/profile',
      { as },
    );
    expect(data.user.avatar).toBe(data.user.profile_picture_url);
    return data.user.avatar;
  }

  describe('a picture', () => {
    // A file is processed before it is stored, independently of the database.
    if (engine.name === 'sqlite') {
      test.each([
        ['PNG', () => picture()],
        ['JPEG', () => drawn().jpeg().toBuffer()],
        ['WebP', () => drawn().webp().toBuffer()],
        ['GIF', () => drawn().gif().toBuffer()],
        ['JPEG in colours of print', () => drawn().toColourspace('cmyk').jpeg().toBuffer()],
        ['PNG of one pixel', () => drawn(1, 1).png().toBuffer()],
        ['PNG as thin as a line', () => drawn(1, 20_000).png().toBuffer()],
        [
          'JPEG as thin as a line, turned',
          () => drawn(20_000, 1).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
        ],
      ])('as %s is converted to two square WebP files', async (_kind, make) => {
        const member = await createMember(testApp);
        const address = await uploaded(member, await make());
        for (const [path, side] of [
          [address, 512],
          [small(address), 96],
        ] as const) {
          const { format, width, height } = await sharp(await seen(path, member)).metadata();
          expect([format, width, height]).toEqual(['webp', side, side]);
        }
        const [red = 0, , blue = 0] = await colourAt(await seen(address, member), 256, 256);
        expect(red).toBeGreaterThan(150);
        expect(blue).toBeLessThan(150);
      });
    }

    test('has one address, the same in every answer and on every node', async () => {
      const member = await createMember(testApp);
      expect(await avatarOf(member)).toBeNull();
      const { data } = await upload(member, await picture());
      expect(new Set(Object.values(data))).toEqual(new Set([data.avatar]));
      expect(Object.keys(data).sort()).toEqual(['avatar', 'avatar_url', 'publicUrl', 'url']);
      expect(data.avatar).toMatch(/^\/avatars\/[\w-]+\/[\w-]{22}-512\.webp$/);
      expect(await avatarOf(member)).toBe(data.avatar);
    });

    once('is upright as it was taken, and contains no location', async () => {
      const member = await createMember(testApp);
      // Stored sideways with an orientation tag, as phones do.
      const lying = await sharp(await twoHalves())
        .rotate(-90)
        .png()
        .toBuffer();
      const photo = await sharp(lying)
        .withExif({ IFD0: { Artist: 'canary-artist' }, IFD3: { GPSLatitude: '31/1 46/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 100 })
        .toBuffer();
      expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('canary-artist');
      const address = await uploaded(member, photo);
      for (const path of [address, small(address)]) {
        const bytes = await seen(path, member);
        const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
        expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
        expect(bytes.toString('latin1')).not.toContain('canary');
      }
      const bytes = await seen(address, member);
      const [[red = 0, , less = 0], [none = 0, , blue = 0]] = [
        await colourAt(bytes, 256, 60),
        await colourAt(bytes, 256, 450),
      ];
      expect([red > 200, less < 60, none < 60, blue > 200]).toEqual([true, true, true, true]);
    });

    test.each(['gif', 'webp'] as const)('of an animated %s is its first frame', async (kind) => {
      const member = await createMember(testApp);
      const moving = await animated()
        [kind]({ loop: 0, delay: [100, 100, 100] })
        .toBuffer();
      expect((await sharp(moving).metadata()).pages).toBe(3);
      const bytes = await seen(await uploaded(member, moving), member);
      expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
      expect(Math.max(...(await colourAt(bytes, 256, 256)))).toBeLessThan(40);
    });

    once('that is also an HTML page is only a picture afterwards', async () => {
      const member = await createMember(testApp);
      const tail = '<html><script>alert("canary")</script>';
      const both = Buffer.concat([await drawn().gif().toBuffer(), Buffer.from(tail)]);
      const bytes = await seen(await uploaded(member, both), member);
      expect(bytes.toString('latin1')).not.toMatch(/canary|script/);
    });

    once('replaces the one before, whose address no longer exists', async () => {
      const member = await createMember(testApp);
      const first = await uploaded(member, await picture());
      const second = await uploaded(member, await picture());
      expect(second).not.toBe(first);
      for (const path of [first, small(first)]) expect((await request(path, member)).status).toBe(404);
      expect((await request(second, member)).status).toBe(200);
      const rows = await rowsOf(engine, 'profile_pictures', member);
      expect(rows).toHaveLength(1);
    });

    once('uploaded several times concurrently is one of them in the end, complete', async () => {
      const member = await createMember(testApp);
      const replies = await Promise.all([1, 2, 3].map(async () => upload(member, await picture())));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      const address = await avatarOf(member);
      expect(replies.map(({ data }) => data.avatar)).toContain(address);
      expect((await request(address, member)).status).toBe(200);
    });

    once('is removed by its owner, and removing it again changes nothing', async () => {
      const member = await createMember(testApp);
      const address = await uploaded(member, await picture());
      for (const _time of ['once', 'twice']) {
        expect((await testApp.call('DELETE', '/users/profile-picture', { as: member })).status).toBe(200);
        expect(await avatarOf(member)).toBeNull();
        expect((await request(address, member)).status).toBe(404);
      }
    });

    once('is part of the export, and is deleted with the account', async () => {
      const member = await createMember(testApp);
      const address = await uploaded(member, await picture());
      const headers = { authorization: `Bearer ${member.accessToken}` };
      const file = await testApp.request('/api/v1/users/export-account', { headers });
      const { profile, user } = (await file.json()) as {
        profile: { picture: { type: string; base64: string } };
        user: { avatar: string };
      };
      expect(user.avatar).toBe(address);
      expect(profile.picture.type).toBe('image/webp');
      expect(Buffer.from(profile.picture.base64, 'base64')).toEqual(await seen(address, member));

      const admin = await createMember(testApp, { role: 'admin' });
      const { password } = member;
      await testApp.call('DELETE', '/users/account', { as: member, body: { password } });
      expect((await request(address, admin)).status).toBe(404);
      await testApp.app.settle();
      const rows = await rowsOf(engine, 'profile_pictures', member);
      expect(rows).toEqual([]);
    });
  });

  describe('reading a picture', () => {
    once('is allowed to its owner and admins; for other users it is missing', async () => {
      const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
      const address = await uploaded(member, await picture());
      for (const role of ['admin', 'super_admin'] as const) {
        expect((await request(address, await createMember(testApp, { role }))).status).toBe(200);
      }
      for (const path of [address, small(address)]) {
        for (const as of [stranger, undefined]) {
          const response = await request(path, as);
          expect([response.status, await response.text()]).toEqual([404, '']);
          expect(response.headers.get('cache-control')).toBe('no-store');
        }
      }
      const own = await uploaded(stranger, await picture());
      const [, , , file = ''] = own.split('/');
      expect((await request(`/avatars/${member.id}/${file}`, stranger)).status).toBe(404);
      expect((await request(`/avatars/${member.id}/${file}`, member)).status).toBe(404);
    });

    test.each(['x', 'x-512.webp', '../../etc/passwd', '%00', `${'a'.repeat(22)}-300.webp`, '__proto__'])(
      'returns nothing for %j',
      async (file) => {
        const member = await createMember(testApp);
        const response = await request(`/avatars/${member.id}/${encodeURIComponent(file)}`, member);
        expect(response.status).toBe(404);
      },
    );

    once('has private cache headers, and an unchanged picture is answered with 304', async () => {
      const member = await createMember(testApp);
      const address = await uploaded(member, await picture());
      const response = await request(address, member);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(response.headers.get('vary')).toBeNull();
      const etag = response.headers.get('etag') ?? '';
      const again = await request(address, member, { 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const head = await otherNode.request(address, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${member.accessToken}` },
      });
      expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
      const stranger = await createMember(testApp);
      expect((await request(address, stranger, { 'if-none-match': etag })).status).toBe(404);
      const [, , , file = ''] = address.split('/');
      expect(otherNode.logs.join('')).toContain('/avatars/[redacted]');
      expect(otherNode.logs.join('')).not.toContain(file);
    });
  });

  if (engine.name === 'sqlite') {
    describe('a file that is not a picture', () => {
      test.each(REFUSED)('%s is refused at its field, and the old picture stays', async (_kind, make) => {
        const member = await createMember(testApp);
        const before = await uploaded(member, await picture());
        const { status, error } = await upload(member, await make());
        expect([status, error.code, error.message]).toEqual([
          400,
          'AVATAR_UPLOAD_ERROR',
          'Failed to upload profile picture. Please try again.',
        ]);
        const message = 'This file is not a PNG, JPEG, WebP or GIF picture, or it is damaged';
        expect(error.details).toEqual([{ field: 'profilePicture', message }]);
        expect(await avatarOf(member)).toBe(before);
      });

      once('a small file of very many pixels is refused before it is decoded', async () => {
        const member = await createMember(testApp, { locale: 'he' });
        const bomb = await sharp({
          create: { width: 6000, height: 6000, channels: 3, background: '#fff' },
          limitInputPixels: false,
        })
          .png()
          .toBuffer();
        expect(bomb.length).toBeLessThan(200_000);
        const { status, error } = await upload(member, bomb);
        expect([status, error.code]).toEqual([400, 'AVATAR_UPLOAD_ERROR']);
        expect(error.message).toBe('העלאת תמונת הפרופיל נכשלה. כדאי לנסות שוב.');
        expect(error.details).toMatchObject([
          { field: 'profilePicture', message: expect.stringMatching(/25/) },
        ]);
      });

      test('the size limit is exact to the byte', async () => {
        const member = await createMember(testApp);
        const gif = await drawn().gif().toBuffer();
        const padded = (size: number) => Buffer.concat([gif, Buffer.alloc(size - gif.length)]);
        expect((await upload(member, padded(MOST))).status).toBe(200);
        for (const size of [MOST + 1, MOST + 100_000, 2 * MOST]) {
          const { status, error } = await upload(member, padded(size));
          expect([status, error.code, error.message]).toEqual([
            413,
            'PAYLOAD_TOO_LARGE',
            'Profile picture must be smaller than 5MB',
          ]);
        }
      });

      once(
        'a form without a file, an incomplete form, and no form at all have different errors',
        async () => {
          const member = await createMember(testApp);
          const send = (options: object) => testApp.call('POST', UPLOAD, { as: member, ...options });
          const text = new FormData();
          text.append('profilePicture', 'me.png');
          for (const form of [new FormData(), text, formWith(''), formWith(await picture(), 'other')]) {
            const { status, error } = await send({ form });
            expect([status, error.code]).toEqual([400, 'AVATAR_UPLOAD_ERROR']);
            expect(error.details).toEqual([{ field: 'profilePicture', message: 'Choose a picture first' }]);
          }
          const headers = { 'content-type': 'multipart/form-data; boundary=x' };
          const broken = await send({ body: '--x\r\nContent-Disposition: form-data; na', headers });
          expect([broken.status, broken.error.code, broken.error.message]).toEqual([
            400,
            'AVATAR_UPLOAD_ERROR',
            'Upload failed',
          ]);
          for (const type of [
            'application/json',
            'image/png',
            'text/plain',
            'application/x-www-form-urlencoded',
          ]) {
            const { status, error } = await send({ body: 'x=1', headers: { 'content-type': type } });
            expect([status, error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
          }
        },
      );

      test('other calls have the usual size limit, and pictures of guests are not even read', async () => {
        const member = await createMember(testApp);
        const large = new Uint8Array(200_000);
        const elsewhere = await testApp.call('PUT', '/users/profile', { as: member, form: formWith(large) });
        expect(elsewhere.status).toBe(413);
        const { status, error } = await testApp.call('POST', UPLOAD, { form: formWith(large) });
        expect([status, error.code]).toEqual([401, 'UNAUTHENTICATED']);
      });
    });
  }

  once('nothing except an upload sets the address of a picture', async () => {
    const [member, other] = [await createMember(testApp), await createMember(testApp)];
    const theirs = await uploaded(other, await picture());
    const names = ['avatar', 'profile_picture_url', 'profilePictureUrl', 'profilePicture', 'avatar_url'];
    const body = Object.fromEntries(names.map((name) => [name, theirs]));
    await testApp.call('PUT', '/users/profile', { as: member, body: { ...body, bio: 'x' } });
    expect(await avatarOf(member)).toBeNull();
    const form = formWith(await picture());
    for (const [name, value] of Object.entries({
      user_id: other.id,
      id: other.id,
      name: 'x',
      role: 'admin',
    })) {
      form.append(name, value);
    }
    expect((await testApp.call('POST', UPLOAD, { as: member, form })).status).toBe(200);
    expect(await avatarOf(other)).toBe(theirs);
    expect(await avatarOf(member)).toContain(`/avatars/${member.id}/`);
  });

  test('the twenty-first upload of an hour is refused, on whichever node, valid or not', async () => {
    const member = await createMember(strict);
    for (let time = 0; time < 20; time += 1) expect((await upload(member, 'x', strict)).status).toBe(400);
    const { status, error, headers } = await upload(member, await picture(), strict);
    expect([status, error.code, error.message]).toEqual([
      429,
      'RATE_LIMITED',
      'Too many requests. Please wait a moment and try again.',
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    const other = await createMember(strict);
    expect((await upload(other, await picture(), strict)).status).toBe(200);
    strict.advance(3601);
    expect((await upload(await again(member), await picture(), strict)).status).toBe(200);
    strict.advance(-3601);
  });

  // The access token has expired by then.
  async function again(member: Member): Promise<Member> {
    const { data } = await strict.call<{ accessToken: string }>('POST', '/users/refresh-token', {
      body: { refreshToken: member.refreshToken },
    });
    return { ...member, accessToken: data.accessToken };
  }

  once('more pictures than the queue holds are refused, and served again afterwards', async () => {
    const member = await createMember(testApp);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const others = Array.from({ length: 5 }, () => limitPictures(() => held));
    const { status, error, headers } = await upload(member, await picture());
    expect([status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    release();
    await Promise.all(others);
    expect((await upload(member, await picture())).status).toBe(200);
  });

  test('only a few uploads are read at the same time, and one that never ends does not block later ones', async () => {
    const [member, other] = [await createMember(testApp), await createMember(testApp)];
    const senders: ReadableStreamDefaultController[] = [];
    // A body is not requested before it is read.
    const whenRead = { pull: (controller: ReadableStreamDefaultController) => void senders.push(controller) };
    const begin = ({ accessToken }: Member) => {
      const headers = {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '1000',
      };
      const body = new ReadableStream(whenRead, { highWaterMark: 0 });
      const init = { method: 'POST', headers, body, duplex: 'half' };
      return testApp.request(`/api/v1${UPLOAD}`, init as RequestInit);
    };
    const slow = Array.from({ length: 4 }, () => begin(member));
    await expect.poll(() => senders.length).toBe(4);
    // One person gets half of the slots, however many are free.
    expect((await upload(member, 'x')).status).toBe(503);
    expect((await upload(other, 'x')).status).toBe(400);
    for (let count = 0; count < 4; count += 1) slow.push(begin(other));
    await expect.poll(() => senders.length).toBe(8);
    expect((await upload(await createMember(testApp), 'x')).status).toBe(503);
    for (const sender of senders) sender.close();
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await upload(member, await picture())).status).toBe(200);
  });
});
