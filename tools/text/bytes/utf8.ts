import type { z } from 'zod';
import { choiceParam } from '../../params.ts';
import { invalid } from '../../refuse.ts';

/** A byte order mark is a character like any other here, so that decoding gives back what was encoded. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8Bytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Bytes need not be text: `hex` shows any of them. */
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
