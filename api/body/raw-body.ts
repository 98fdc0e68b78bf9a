import type { BodyReader } from './body-reader.ts';
import { readBytes } from './read-bytes.ts';

/** A body of any kind, byte for byte after its Content-Encoding; it may be empty. */
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
