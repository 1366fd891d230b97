import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginUpload } from '../../src/http/multipart.ts';

/** The body arrives in chunks of `size` bytes. */
function requestOf(body: Buffer, type: string, size: number): Request {
  let offset = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset >= body.length) return controller.close();
      controller.enqueue(new Uint8Array(body.subarray(offset, offset + size)));
      offset += size;
    },
  });
  const headers = { 'content-type': type };
  return new Request('http://localhost/', {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  } as RequestInit);
}

async function sent(form: FormData, size: number) {
  const response = new Response(form);
  const body = Buffer.from(await response.arrayBuffer());
  const upload = await beginUpload(requestOf(body, response.headers.get('content-type') ?? '', size));
  const chunks: Uint8Array[] = [];
  for await (const chunk of upload?.file ?? []) chunks.push(chunk);
  return { fields: Object.fromEntries(upload?.fields ?? []), bytes: Buffer.concat(chunks), upload };
}

test('the fields before a file are there, and its bytes as they were, however they arrive', async () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 200 }), async (content, size) => {
      const form = new FormData();
      form.set('_csrf', 'ab"c\r\n--');
      form.set('name', 'קובץ');
      form.set('file', new File([new Uint8Array(content)], 'pruta.json'));
      const { fields, bytes } = await sent(form, size);
      expect(fields).toEqual({ _csrf: 'ab"c\r\n--', name: 'קובץ' });
      expect(bytes.equals(content)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a form without a file has none', async () => {
  const form = new FormData();
  form.set('_csrf', 'x');
  expect(await sent(form, 10)).toMatchObject({ fields: { _csrf: 'x' }, upload: { file: null } });
  form.set('file', new File([], ''));
  expect(await sent(form, 10)).toMatchObject({ fields: { _csrf: 'x' }, upload: { file: null } });
});

describe('what is no form as browsers send it', () => {
  const type = 'multipart/form-data; boundary=b';
  test.each([
    ['another type', 'application/json', '{}'],
    ['no boundary', 'multipart/form-data', '--b--\r\n'],
    ['another boundary', type, '--a\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n--a--\r\n'],
    ['a field without a name', type, '--b\r\ncontent-type: text/plain\r\n\r\ny\r\n--b--\r\n'],
    ['a field without an end', type, '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\ny'],
    [
      'a field that is too long',
      type,
      `--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${'y'.repeat(70_000)}\r\n--b--\r\n`,
    ],
    ['nothing', type, ''],
  ])('%s', async (_name, given, body) => {
    expect(await beginUpload(requestOf(Buffer.from(body), given, 1000))).toBeNull();
  });
});

test('a sender who leaves in the middle of a file makes its reading fail', async () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\n\r\n';
  const upload = await beginUpload(
    requestOf(Buffer.from(`${head}{"half`), 'multipart/form-data; boundary=b', 20),
  );
  await expect(async () => {
    for await (const _chunk of upload?.file ?? []);
  }).rejects.toMatchObject({ status: 400 });
});
