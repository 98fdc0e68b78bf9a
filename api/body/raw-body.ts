import type { BodyReader } from './body-reader.ts';
import { type ReceivedBody, readReceived } from './read-bytes.ts';

/** The raw bytes of a body, after Content-Encoding is removed and before; may be empty. */
export function rawBody({
  bytesMax,
  content,
}: {
  readonly bytesMax: number;
  readonly content: BodyReader<unknown>['content'];
}): BodyReader<Promise<ReceivedBody>> {
  return {
    content,
    isOptional: true,
    refusals: ['PAYLOAD_TOO_LARGE', 'INVALID_ENCODING', 'UNSUPPORTED_ENCODING'],
    read: (request, { wording }) => readReceived(request, { ...wording, bytesMax }),
  };
}
