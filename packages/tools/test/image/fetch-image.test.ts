import { expect, it } from 'vitest';
import { fetchImage, type PublicAnswer } from '#tools/image/fetch-image.ts';

const body = new Uint8Array([1, 2, 3]);

it('asks for no more bytes than an image may have', async () => {
  const asked: unknown[] = [];
  await fetchImage('https://example.com/a.png', async (...call) => {
    asked.push(call);
    return { kind: 'answered', status: 200, body };
  });
  expect(asked).toEqual([['https://example.com/a.png', { bytesMax: 10_000_000, timeoutMs: 10_000 }]]);
});

/** None: the default hint, about what an image must be. */
const none = undefined;

/** A body is given by its length, so that no name of a test holds it. */
type Answered = { readonly kind: 'answered'; readonly status: number; readonly bytes: number };
type Given = Exclude<PublicAnswer, { kind: 'answered' }> | Answered;

const publicAnswer = (given: Given): PublicAnswer =>
  given.kind === 'answered'
    ? { kind: given.kind, status: given.status, body: new Uint8Array(given.bytes) }
    : given;

it.each<[Given, string, RegExp | undefined]>([
  [{ kind: 'refused' }, 'not public', /anyone on the internet/],
  [{ kind: 'invalid' }, 'cannot be fetched', /plain http/],
  [{ kind: 'failed', reason: 'CONNECT_FAILED' }, 'did not answer', /try again later/],
  [{ kind: 'failed', reason: 'RESPONSE_TOO_LARGE' }, 'larger than 10 MB', none],
  [{ kind: 'answered', status: 404, bytes: 3 }, 'status 404', /the URL is right/],
  [{ kind: 'answered', status: 304, bytes: 3 }, 'status 304', /the URL is right/],
  [{ kind: 'answered', status: 200, bytes: 10_000_001 }, 'larger than 10 MB', none],
])('refuses an image when the address gives %j', async (given, sentence, hint) => {
  const fetched = fetchImage('https://example.com/a.png', async () => publicAnswer(given));
  await expect(fetched).rejects.toMatchObject({
    code: 'INVALID_IMAGE',
    message: expect.stringContaining(sentence),
    hint: hint && expect.stringMatching(hint),
  });
});
