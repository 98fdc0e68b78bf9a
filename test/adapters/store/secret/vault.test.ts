import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tools/test/any-character.ts';
import { createVault, VaultError, type MasterKey } from '#store/secret/vault.ts';

const masterKey = (id: string): MasterKey => ({ id, key: randomBytes(32) });
const binding = ['workspace', 'agent', 'policy', 'api.example.com', 'authorization'];

function faultOf(action: () => unknown): VaultError {
  try {
    action();
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
  throw new Error('expected a VaultError');
}

describe('vault', () => {
  it('opens what it sealed, whatever the text and the binding', () => {
    const vault = createVault([masterKey('k1')]);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.array(fc.string()), (text, place) => {
        const wellFormed = text.toWellFormed();
        expect(vault.open(vault.seal(wellFormed, place), place)).toBe(wellFormed);
      }),
    );
  });

  it('shows nothing of the secret in what it stores, and never the same bytes twice', () => {
    const vault = createVault([masterKey('k1')]);
    const first = vault.seal('Bearer sk_live_1234567890', binding);
    expect(first).not.toBe(vault.seal('Bearer sk_live_1234567890', binding));
    const decoded = first.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect([first, ...decoded].join()).not.toContain('sk_live');
  });

  it.each(binding.map((_, index) => index))('refuses a secret moved to another place, member %i', (index) => {
    const vault = createVault([masterKey('k1')]);
    const elsewhere = binding.with(index, 'another');
    expect(faultOf(() => vault.open(vault.seal('secret', binding), elsewhere)).fault).toBe('wrong-binding');
  });

  it('keeps members of a binding apart', () => {
    const vault = createVault([masterKey('k1')]);
    expect(faultOf(() => vault.open(vault.seal('secret', ['ab', 'c']), ['a', 'bc'])).fault).toBe(
      'wrong-binding',
    );
  });

  it('refuses changed bytes at every position', () => {
    const vault = createVault([masterKey('k1')]);
    const [version, keyId, wrapped = '', ciphertext = ''] = vault.seal('s', binding).split('.');
    const flip = (text: string, at: number) => {
      const bytes = Buffer.from(text, 'base64url');
      bytes[at]! ^= 1;
      return bytes.toString('base64url');
    };
    for (let at = 0; at < Buffer.from(ciphertext, 'base64url').length; at++) {
      const forged = [version, keyId, wrapped, flip(ciphertext, at)].join('.');
      expect(faultOf(() => vault.open(forged, binding)).fault).toBe('wrong-binding');
    }
    for (let at = 0; at < Buffer.from(wrapped, 'base64url').length; at++) {
      const forged = [version, keyId, flip(wrapped, at), ciphertext].join('.');
      expect(faultOf(() => vault.open(forged, binding)).fault).toBe('wrong-key');
    }
  });

  it('refuses a shortened authentication tag', () => {
    const vault = createVault([masterKey('k1')]);
    const [version, keyId, wrapped, ciphertext = ''] = vault.seal('s', binding).split('.');
    const short = Buffer.from(ciphertext, 'base64url').subarray(0, -12).toString('base64url');
    expect(faultOf(() => vault.open([version, keyId, wrapped, short].join('.'), binding)).fault).toBe(
      'wrong-binding',
    );
  });

  it.each(['', 'v1', 'v1.k1', 'v2.k1.AAAA.AAAA', 'v1.k1.AAAA', 'v1.k 1.AAAA.AAAA', 'plain text'])(
    'calls %j malformed',
    (sealed) => {
      expect(faultOf(() => createVault([masterKey('k1')]).open(sealed, binding)).fault).toBe('malformed');
    },
  );

  it('names the key that is missing', () => {
    const sealed = createVault([masterKey('old')]).seal('secret', binding);
    const error = faultOf(() => createVault([masterKey('new')]).open(sealed, binding));
    expect(error).toMatchObject({ fault: 'unknown-key', keyId: 'old' });
    expect(error.message).toContain('old');
  });

  it('names the key whose bytes are not those that sealed', () => {
    const sealed = createVault([masterKey('k1')]).seal('secret', binding);
    const error = faultOf(() => createVault([masterKey('k1')]).open(sealed, binding));
    expect(error).toMatchObject({ fault: 'wrong-key', keyId: 'k1' });
    expect(error.message).not.toContain('secret');
  });

  it('reads with every key of the list and writes with the first', () => {
    const [older, newer] = [masterKey('k1'), masterKey('k2')];
    const sealed = createVault([older]).seal('secret', binding);
    const vault = createVault([newer, older]);
    expect(vault.open(sealed, binding)).toBe('secret');
    expect(vault.keyIdOf(vault.seal('another', binding))).toBe('k2');
  });

  it('rewraps so that the new key alone opens, under the same binding only', () => {
    const [older, newer] = [masterKey('k1'), masterKey('k2')];
    const rewrapped = createVault([newer, older]).rewrap(createVault([older]).seal('secret', binding));
    const later = createVault([newer]);
    expect(later.keyIdOf(rewrapped)).toBe('k2');
    expect(later.open(rewrapped, binding)).toBe('secret');
    expect(faultOf(() => later.open(rewrapped, ['elsewhere'])).fault).toBe('wrong-binding');
  });

  it('does not exist without a key', () => {
    expect(faultOf(() => createVault([])).fault).toBe('unknown-key');
  });
});
