import type { z } from 'zod';
import { choiceParam } from '../../params.ts';
import { invalid } from '../../refuse.ts';

/** Keeps a byte order mark, so that decoding returns what was encoded. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8Bytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Bytes may not be text; `hex` can show any. */
export const decodedAsParam = choiceParam(
  'How to show the decoded bytes: text (they must be UTF-8) or hex.',
  ['text', 'hex'],
  'text',
);

export type DecodedAs = z.output<typeof decodedAsParam>;

/** The decoded bytes as the caller asked for them. */
export function showBytes(bytes: Uint8Array, as: DecodedAs): string {
  if (as === 'hex') return hexOf(bytes);
  try {
    return strictDecoder.decode(bytes);
  } catch {
    throw invalid('text decodes to bytes that are not UTF-8; ask for output "hex" to see them.');
  }
}
