import type { BodyReader } from './body-reader.ts';
import { readBytes } from './read-bytes.ts';

/** The raw bytes of a body after Content-Encoding is removed; may be empty. */
export function rawBody({
  bytesMax,
  content,
}: {
  readonly bytesMax: number;
  readonly content: BodyReader<unknown>['content'];
}): BodyReader<Promise<Buffer>> {
  return {
    content,
    isOptional: true,
    refusals: ['PAYLOAD_TOO_LARGE', 'INVALID_ENCODING', 'UNSUPPORTED_ENCODING'],
    read: (request, { wording: { tooLarge } }) => readBytes(request, { bytesMax, tooLarge }),
  };
}
