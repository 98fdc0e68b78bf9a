import { z } from 'zod';

import type { LoopLink } from '#domain/loop.ts';
import { createSealedValue } from './secret/sealed-value.ts';
import type { Vault } from './secret/vault.ts';

/** As long as a sealed link can be, and a little; longer ones are not even tried. */
const valueCharsMax = 512;
/** A service in between may add its own header to ours: of more than these none is ours. */
const valuesMax = 4;

/** Links as values of the header: only the keys of this installation make them, and open them. */
export function createLoopLinks({ vault }: { readonly vault: Vault }) {
  const sealed = createSealedValue(vault, {
    binding: ['loop-link', '1'],
    schema: z.tuple([z.string(), z.string(), z.int().min(0)]),
    charsMax: valueCharsMax,
  });

  const seal = ({ workspaceId, cause, round }: LoopLink): string => sealed.seal([workspaceId, cause, round]);

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
    const link = sealed.open(value);
    if (link === null) return null;
    const [workspaceId, cause, round] = link;
    return { workspaceId, cause, round };
  }

  return { seal, read };
}

export type LoopLinks = ReturnType<typeof createLoopLinks>;
