import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import { createVault } from '#store/secret/vault.ts';

const keyOf = (id: string) => ({ id, key: randomBytes(32) });
const [old, current] = [keyOf('k1'), keyOf('k'.repeat(32))];
const linksWith = (...keys: readonly ReturnType<typeof keyOf>[]) =>
  createLoopLinks({ vault: createVault(keys) });

const link = { workspaceId: newId('workspace'), cause: newId('delivery'), round: 999 };

describe('the value of the loop header', () => {
  test('gives back the link to whoever has the keys, says nothing to others, and fits into 512 bytes', () => {
    const links = linksWith(current);
    const value = links.seal(link);
    expect(links.read(value)).toEqual(link);
    expect(value).toMatch(/^[\w.-]{1,512}$/);
    for (const part of [link.workspaceId, link.cause])
      expect(Buffer.from(value.split('.').at(-1)!, 'base64url').includes(part)).toBe(false);
    expect(links.seal(link)).not.toBe(value);
  });

  test('is read through a change of keys, process by process, and no longer once its key is gone', () => {
    const before = linksWith(old);
    const [between, after] = [linksWith(old, current), linksWith(current, old)];
    expect(after.read(before.seal(link))).toEqual(link);
    expect(between.read(after.seal(link))).toEqual(link);
    expect(linksWith(current).read(before.seal(link))).toBeNull();
  });

  test('is ignored where it is of other keys, changed, sealed for something else, or nothing of the kind', () => {
    const vault = createVault([current]);
    const links = createLoopLinks({ vault });
    const value = links.seal(link);
    const elsewhere = linksWith({ ...current, key: randomBytes(32) }).seal(link);
    const forged = [
      elsewhere,
      ...Array.from(value, (character, at) => {
        const other = character === 'A' ? 'B' : 'A';
        return value.slice(0, at) + other + value.slice(at + 1);
      }),
      value.slice(0, -1),
      `${value}A`,
      vault.seal(JSON.stringify([link.workspaceId, link.cause, 0]), ['named-secret', '1']),
      vault.seal('no JSON', ['loop-link', '1']),
      vault.seal(JSON.stringify([link.workspaceId, link.cause, -1]), ['loop-link', '1']),
      JSON.stringify(link),
      'v1.k1..',
      '',
      'x'.repeat(8_000),
    ];
    // The last character of a part in base64url holds bits that say nothing: another one may be the same bytes.
    const taken = forged.filter((text) => links.read(text) !== null);
    expect(taken.filter((text) => !sameBytes(text, value))).toEqual([]);
    expect(links.read(undefined)).toBeNull();
  });

  test('counts by its highest round where a service in between added its own', () => {
    const links = linksWith(current);
    const [low, high] = [links.seal({ ...link, round: 1 }), links.seal({ ...link, round: 4 })];
    expect(links.read(`${low}, ${high}`)).toMatchObject({ round: 4 });
    expect(links.read(`${high},${low}`)).toMatchObject({ round: 4 });
    expect(links.read(`${linksWith(old).seal(link)}, ${low}`)).toMatchObject({ round: 1 });
  });
});

function sameBytes(one: string, other: string): boolean {
  const bytes = (text: string) =>
    text
      .split('.')
      .slice(2)
      .map((part) => Buffer.from(part, 'base64url').toString('hex'))
      .join('.');
  return one.split('.', 2).join() === other.split('.', 2).join() && bytes(one) === bytes(other);
}
