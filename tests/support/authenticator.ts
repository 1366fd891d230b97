import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Asked {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

/** What it does differently from a right one. */
export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  /** It knows only that somebody is there. */
  isUnverified?: boolean;
  counter?: number;
  signer?: KeyObject;
}

/** An authenticator in software, with one passkey: ES256, attestation `none`, and the few bytes of CBOR by hand. */
export class Authenticator {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #user = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** As `navigator.credentials.create()` and `toJSON()`. */
  create(asked: Asked, lies: Lies = {}): string {
    this.#user = asked.user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (text: string) => Buffer.from(text, 'base64url');
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    const key = [hex('a5010203262001215820'), point(x), hex('225820'), point(y)];
    const data = Buffer.concat([
      this.#head(asked.rp?.id ?? '', 0x40, lies),
      Buffer.alloc(16),
      hex('0010'),
      this.#id,
      ...key,
    ]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.#written({
      clientDataJSON: this.#clientData('webauthn.create', asked, lies).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** As `navigator.credentials.get()` and `toJSON()`. */
  get(asked: Asked, lies: Lies = {}): string {
    const client = this.#clientData('webauthn.get', asked, lies);
    const data = this.#head(asked.rpId ?? '', 0, lies);
    const signed = Buffer.concat([data, sha256(client)]);
    return this.#written({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, lies.signer ?? this.#keys.privateKey).toString('base64url'),
      userHandle: this.#user,
    });
  }

  #written(response: object): string {
    const id = this.#id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  #clientData(type: string, { challenge }: Asked, lies: Lies): Buffer {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false };
    const { type: otherType = type, challenge: other = challenge, origin = this.#origin } = lies;
    return Buffer.from(JSON.stringify({ ...data, type: otherType, challenge: other, origin }));
  }

  #head(rpId: string, flags: number, lies: Lies): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.#counter);
    const verified = lies.isUnverified ? 0x01 : 0x05;
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags | verified]), counter]);
  }
}

const hex = (text: string) => Buffer.from(text, 'hex');
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();
