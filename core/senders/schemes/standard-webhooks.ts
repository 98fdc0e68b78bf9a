import { headerOf } from '../read.ts';
import type { SignatureScheme } from '../sender.ts';
import { base64Key, hmac } from './hmac.ts';
import { inHeader, type Part } from './signature-parts.ts';
import { fiveMinutesMs } from './signed-time.ts';

/** The scheme of standardwebhooks.com, whose three headers begin with `webhook-`, or `svix-` at its first author. */
export function standardWebhooks(prefix: string): SignatureScheme {
  const idHeader = `${prefix}id`;
  const scheme = hmac({
    algorithm: 'sha256',
    encoding: 'base64',
    signatures: versionOne(`${prefix}signature`),
    time: { part: inHeader(`${prefix}timestamp`), unit: 'seconds', toleranceMs: fiveMinutesMs },
    content: (request, time) => [`${headerOf(request, idHeader) ?? ''}.${time}.`, request.rawBody],
    key: base64Key('whsec_'),
  });
  return {
    ...scheme,
    check: (request, secret, keys) =>
      headerOf(request, idHeader) === null
        ? { status: 'missing', missing: idHeader }
        : scheme.check(request, secret, keys),
  };
}

/** `v1,<base64> v1,<base64>`; others than `v1` are signed by keys of another kind. */
const versionOne = (name: string): Part => ({
  name,
  values: (request) =>
    (headerOf(request, name) ?? '')
      .split(' ')
      .flatMap((part) => (part.startsWith('v1,') ? [part.slice('v1,'.length)] : [])),
});
