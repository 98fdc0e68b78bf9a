import { z } from 'zod';

import type { LoopLink } from '#domain/loop.ts';
import { json } from './records/fields.ts';
import { type Vault, VaultError } from './secret/vault.ts';

/** The sealed value is for the header alone: no sealed value of a record opens as one. */
const binding = ['loop-link', '1'];

const Sealed = json(z.tuple([z.string(), z.string(), z.int().min(0)]));

/** As long as a sealed link can be, and a little; longer ones are not even tried. */
const valueCharsMax = 512;
/** A service in between may add its own header to ours: of more than these none is ours. */
const valuesMax = 4;

/** Links as values of the header: only the keys of this installation make them, and open them. */
export function createLoopLinks({ vault }: { readonly vault: Vault }) {
  const seal = ({ workspaceId, cause, round }: LoopLink): string =>
    vault.seal(JSON.stringify([workspaceId, cause, round]), binding);

  /** The link of the highest round in the value of a header; null where none is of this installation. */
  function read(header: string | undefined): LoopLink | null {
    if (header === undefined || header.length > valuesMax * (valueCharsMax + 2)) return null;
    const links = header.split(',', valuesMax).flatMap((value) => open(value.trim()) ?? []);
    return links.reduce<LoopLink | null>(
      (highest, link) => (highest === null || link.round > highest.round ? link : highest),
      null,
    );
  }

  function open(value: string): LoopLink | null {
    if (value === '' || value.length > valueCharsMax) return null;
    try {
      const [workspaceId, cause, round] = Sealed.decode(vault.open(value, binding));
      return { workspaceId, cause, round };
    } catch (error) {
      if (error instanceof VaultError || error instanceof z.ZodError) return null;
      throw error;
    }
  }

  return { seal, read };
}

export type LoopLinks = ReturnType<typeof createLoopLinks>;
