/** An authenticator in software: it makes passkeys and signs challenges as WebAuthn says, or wrongly on request. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the user was verified, by a fingerprint or a PIN. */
  readonly isVerified?: boolean;
}

/** As the wire has it. */
export type PasskeyAnswer = {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: { readonly clientDataJSON: string; readonly [name: string]: string | string[] };
  readonly clientExtensionResults: Record<string, string>;
};

export class Authenticator {
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly id = randomBytes(16).toString('base64url');
  #counter = 0;
  #userHandle = '';

  readonly #origin: string;

  /** `origin` is the site that the browser shows. */
  constructor(origin = 'http://localhost:4000') {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Answers the options of a registration. */
  register(options: unknown, deviation: Deviation = {}): PasskeyAnswer {
    const { challenge, user } = options as { challenge: string; user: { id: string } };
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(HAS_CREDENTIAL, deviation), credential]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', challenge, deviation.origin ?? this.#origin).toString(
        'base64url',
      ),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers the options of an authentication. */
  assert(options: unknown, deviation: Deviation = {}): PasskeyAnswer {
    const { challenge } = options as { challenge: string };
    this.#counter++;
    const client = clientData('webauthn.get', challenge, deviation.origin ?? this.#origin);
    const authData = this.#authData(0, deviation);
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #answer(response: PasskeyAnswer['response']): PasskeyAnswer {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #authData(flags: number, { rpId = 'localhost', isVerified = true }: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter]);
  }

  /** The public key in COSE: EC2, ES256, P-256, x, y. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
    const middle = Buffer.from([0x22, 0x58, 0x20]);
    return Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')]);
  }
}

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
