import { imageLimits } from './limits.ts';
import { refuseImage, tooManyBytes } from './refuse-image.ts';

interface FetchPublicOptions {
  readonly bytesMax: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** An answer, or why there is none. Anything but an answer is one to us; what went wrong is for the logs. */
export type PublicAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  | { readonly kind: 'refused' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'failed'; readonly reason: string };

/** GET from public addresses only, redirects included. */
export type FetchPublic = (url: string, options: FetchPublicOptions) => Promise<PublicAnswer>;

/** The bytes behind an http(s) URL. */
export async function fetchImage(url: string, fetchPublic: FetchPublic): Promise<Uint8Array> {
  const { bytesMax, fetchMs: timeoutMs } = imageLimits;
  const answer = await fetchPublic(url, { bytesMax, timeoutMs });
  if (answer.kind === 'refused')
    throw refuseImage('the address is not public, so nothing is fetched from it.');
  if (answer.kind === 'invalid') throw refuseImage('the URL cannot be fetched.');
  if (answer.kind === 'failed') {
    const isTooLarge = answer.reason === 'RESPONSE_TOO_LARGE';
    throw refuseImage(isTooLarge ? tooManyBytes : 'the address did not answer with an image in time.');
  }
  if (answer.status < 200 || answer.status > 299) {
    throw refuseImage(`the address answered with status ${answer.status} instead of an image.`);
  }
  if (answer.body.length > bytesMax) throw refuseImage(tooManyBytes);
  return answer.body;
}
