import type { IncomingMessage } from 'node:http';

import { DomainError } from '#domain/domain-error.ts';
import { wordings } from '../body/input-wording.ts';
import { readBytes } from '../body/read-bytes.ts';

/** A delivery that is tried from a page, encoded as a field, and room beside it. */
const bytesMax = 4_000_000;

/** The fields of a form. Throws PAYLOAD_TOO_LARGE, and INVALID_REQUEST for another kind of body. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const bytes = await readBytes(request, {
    ...wordings.owner,
    bytesMax,
    tooLarge: () => new DomainError('PAYLOAD_TOO_LARGE', 'The form holds more than 4,000,000 bytes'),
  });
  const type = request.headers['content-type'] ?? '';
  if (bytes.byteLength > 0 && !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new DomainError('INVALID_REQUEST', 'The console takes forms only');
  return new URLSearchParams(bytes.toString('utf8'));
}
