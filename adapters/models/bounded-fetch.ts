import { ModelFailure } from '#domain/model-failure.ts';

/** An answer of one turn has a few dozen KB; whatever is larger would only fill our memory. */
const answerBytesMax = 8 * 1024 * 1024;

/** `fetch` for the providers: an answer is given up as soon as it is too large, while it is read. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limitBytes(answerBytesMax)), { status, statusText, headers });
};

/** Counts bytes after decompression. */
function limitBytes(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new ModelFailure({ kind: 'bad-answer' }));
      else controller.enqueue(chunk);
    },
  });
}
