import { imageLimits } from './limits.ts';
import { refuseImage, tooManyBytes } from './refuse-image.ts';

interface FetchPublicOptions {
  readonly bytesMax: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A response, or another result; the image tools treat all others alike. */
export type PublicAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  | { readonly kind: 'refused' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'failed'; readonly reason: string };

/** GET from public addresses only, including redirects. */
export type FetchPublic = (url: string, options: FetchPublicOptions) => Promise<PublicAnswer>;

const hints = {
  notPublic: 'Send a URL that anyone on the internet can open, or the image itself as a base64 data URL.',
  invalid: 'Send a plain http(s) URL such as https://example.com/photo.jpg, or a base64 data URL.',
  noAnswer:
    'Check that the URL opens in a browser without signing in, try again later, or send a base64 data URL.',
  otherStatus:
    'Check that the URL is right and opens without signing in, or send the image as a base64 data URL.',
} as const;

export async function fetchImage(url: string, fetchPublic: FetchPublic): Promise<Uint8Array> {
  const { bytesMax, fetchMs: timeoutMs } = imageLimits;
  const answer = await fetchPublic(url, { bytesMax, timeoutMs });
  if (answer.kind === 'refused')
    throw refuseImage('the address is not public, so nothing is fetched from it.', hints.notPublic);
  if (answer.kind === 'invalid') throw refuseImage('the URL cannot be fetched.', hints.invalid);
  if (answer.kind === 'failed') {
    if (answer.reason === 'RESPONSE_TOO_LARGE') throw refuseImage(tooManyBytes);
    throw refuseImage('the address did not answer with an image in time.', hints.noAnswer);
  }
  if (answer.status < 200 || answer.status > 299) {
    throw refuseImage(
      `the address answered with status ${answer.status} instead of an image.`,
      hints.otherStatus,
    );
  }
  if (answer.body.length > bytesMax) throw refuseImage(tooManyBytes);
  return answer.body;
}
