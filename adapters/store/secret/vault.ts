import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

export interface MasterKey {
  /** Up to 32 of `[A-Za-z0-9_-]`; written beside every secret that it wraps. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

export type VaultFault = 'malformed' | 'unknown-key' | 'wrong-key' | 'wrong-binding';

/** A secret that cannot be opened. Names the master key where one is at fault, never the secret. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly fault: VaultFault;
  readonly keyId: string | undefined;

  constructor(fault: VaultFault, message: string, keyId?: string) {
    super(message);
    this.fault = fault;
    this.keyId = keyId;
  }
}

export interface Vault {
  /** The id of the key that wraps from now on. */
  readonly currentKeyId: string;
  /** Encrypts `plaintext` so that it opens only under the same `binding`: say what it may be used for. */
  seal(plaintext: string, binding: readonly string[]): string;
  /** Throws {@link VaultError}. Rebuild `binding` from the record beside the secret; never store it with it. */
  open(sealed: string, binding: readonly string[]): string;
  /** The master key that wraps `sealed`. Throws {@link VaultError} when it is malformed. */
  keyIdOf(sealed: string): string;
  /** The same secret with its data key wrapped under the current master key. Throws {@link VaultError}. */
  rewrap(sealed: string): string;
}

interface Envelope {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly ciphertext: Buffer;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

function encrypt(key: KeyObject, plaintext: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, sealing.update(plaintext), sealing.final(), sealing.getAuthTag()]);
}

/** Answers `undefined` when key, context or bytes are not those of the encryption. */
function decrypt(key: KeyObject, bytes: Buffer, context: string): Buffer | undefined {
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  // Without an explicit length Node would take a tag of four bytes, which can be guessed.
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(context));
  opening.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}

function parse(sealed: string): Envelope {
  const parts = /^v1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(sealed);
  if (!parts) throw new VaultError('malformed', 'A sealed secret is not in the form of the vault.');
  const [, keyId = '', wrappedKey = '', ciphertext = ''] = parts;
  return {
    keyId,
    wrappedKey: Buffer.from(wrappedKey, 'base64url'),
    ciphertext: Buffer.from(ciphertext, 'base64url'),
  };
}

const join = ({ keyId, wrappedKey, ciphertext }: Envelope) =>
  ['v1', keyId, wrappedKey.toString('base64url'), ciphertext.toString('base64url')].join('.');

const wrapContext = (keyId: string) => JSON.stringify(['data-key', 1, keyId]);

/**
 * Envelope encryption: every secret has its own data key, which the first master key wraps. All keys of the list
 * read, so that a new one can be put in front while the old ones are still in use.
 */
export function createVault(masterKeys: readonly MasterKey[]): Vault {
  const [current] = masterKeys;
  if (!current) throw new VaultError('unknown-key', 'The vault needs at least one master key.');
  const currentKeyId = current.id;
  const currentKey = createSecretKey(current.key);
  // As key objects: Node takes five times as long over a cipher whose key is a buffer.
  const keysById = new Map(masterKeys.map(({ id, key }) => [id, createSecretKey(key)]));

  function unwrap({ keyId, wrappedKey }: Envelope): Buffer {
    const masterKey = keysById.get(keyId);
    if (!masterKey)
      throw new VaultError('unknown-key', `MASTER_KEYS has no key with the id ${keyId}.`, keyId);
    const dataKey = decrypt(masterKey, wrappedKey, wrapContext(keyId));
    if (!dataKey) {
      throw new VaultError(
        'wrong-key',
        `The key ${keyId} of MASTER_KEYS is not the one that was used.`,
        keyId,
      );
    }
    return dataKey;
  }

  function wrap(dataKey: Buffer, ciphertext: Buffer): string {
    const wrappedKey = encrypt(currentKey, dataKey, wrapContext(currentKeyId));
    return join({ keyId: currentKeyId, wrappedKey, ciphertext });
  }

  return {
    currentKeyId,
    seal(plaintext, binding) {
      const dataKey = randomBytes(32);
      const key = createSecretKey(dataKey);
      return wrap(dataKey, encrypt(key, Buffer.from(plaintext), JSON.stringify(binding)));
    },
    open(sealed, binding) {
      const envelope = parse(sealed);
      const plaintext = decrypt(
        createSecretKey(unwrap(envelope)),
        envelope.ciphertext,
        JSON.stringify(binding),
      );
      if (plaintext) return plaintext.toString();
      throw new VaultError('wrong-binding', 'A secret does not belong to the record that it was found in.');
    },
    keyIdOf: (sealed) => parse(sealed).keyId,
    rewrap(sealed) {
      const envelope = parse(sealed);
      return wrap(unwrap(envelope), envelope.ciphertext);
    },
  };
}
