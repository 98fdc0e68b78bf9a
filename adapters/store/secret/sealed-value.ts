import { z } from 'zod';

import { json } from '../records/fields.ts';
import { type Vault, VaultError } from './vault.ts';

interface Sealed<Schema extends z.ZodType> {
  /** For these values alone: no sealed value of another kind opens as one. */
  readonly binding: readonly string[];
  readonly schema: Schema;
  /** Longer ones are not even tried. */
  readonly charsMax: number;
}

/** Values for outside, as JSON, that only the keys of this installation make and open. */
export function createSealedValue<Schema extends z.ZodType>(
  vault: Vault,
  { binding, schema, charsMax }: Sealed<Schema>,
) {
  const stored = json(schema);

  const seal = (value: z.output<Schema>): string => vault.seal(JSON.stringify(value), binding);

  /** Null for a text that is no such value. */
  function open(sealed: string): z.output<Schema> | null {
    if (sealed === '' || sealed.length > charsMax) return null;
    try {
      return stored.decode(vault.open(sealed, binding));
    } catch (error) {
      if (error instanceof VaultError || error instanceof z.ZodError) return null;
      throw error;
    }
  }

  return { seal, open };
}
