import { expect, it } from 'vitest';
import { fetchImage, type PublicAnswer } from '../../../tools/image/fetch-image.ts';

const body = new Uint8Array([1, 2, 3]);

it('asks for no more bytes than an image may have', async () => {
  const asked: unknown[] = [];
  await fetchImage('https://example.com/a.png', async (...call) => {
    asked.push(call);
    return { kind: 'answered', status: 200, body };
  });
  expect(asked).toEqual([['https://example.com/a.png', { bytesMax: 10_000_000, timeoutMs: 10_000 }]]);
});

it.each<[PublicAnswer, string]>([
  [{ kind: 'refused' }, 'not public'],
  [{ kind: 'invalid' }, 'cannot be fetched'],
  [{ kind: 'failed', reason: 'CONNECT_FAILED' }, 'did not answer'],
  [{ kind: 'failed', reason: 'RESPONSE_TOO_LARGE' }, 'larger than 10 MB'],
  [{ kind: 'answered', status: 404, body }, 'status 404'],
  [{ kind: 'answered', status: 304, body }, 'status 304'],
  [{ kind: 'answered', status: 200, body: new Uint8Array(10_000_001) }, 'larger than 10 MB'],
])('refuses an image when the address gives %j', async (answer, sentence) => {
  const fetched = fetchImage('https://example.com/a.png', async () => answer);
  await expect(fetched).rejects.toMatchObject({
    code: 'INVALID_IMAGE',
    message: expect.stringContaining(sentence),
  });
});
