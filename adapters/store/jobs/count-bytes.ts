import { DomainError } from '#domain/domain-error.ts';

/** Passes on what arrives; throws PAYLOAD_TOO_LARGE once all streams together exceed the limit. */
export function countBytes(bytesMax: number) {
  let bytes = 0;
  return async function* count(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        throw new DomainError(
          'PAYLOAD_TOO_LARGE',
          `file and files may hold at most ${bytesMax} bytes in all.`,
          {
            hint: 'Send smaller files, or fewer at a time.',
          },
        );
      }
      yield chunk;
    }
  };
}
