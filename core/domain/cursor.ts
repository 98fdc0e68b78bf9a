import { invalidField } from './domain-error.ts';

/** The end of a page of a list: the value that the list is ordered by, and the id of the last item shown. */
interface Position {
  /** A whole number of at most 15 digits. */
  readonly at: number;
  readonly id: string;
}

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** Throws INVALID_REQUEST for a text that is not a cursor of a list whose ids match `idPattern`. */
export function decodeCursor(cursor: string, idPattern = /^\S+$/): Position {
  const [, at = '', id = ''] = /^(\d{1,15}) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = { at: Number(at), id };
  // Decoding ignores invalid characters, so the text must also be what encoding would produce.
  if (!idPattern.test(id) || encodeCursor(position) !== cursor)
    throw invalidField('cursor', 'is not a cursor of this list');
  return position;
}
