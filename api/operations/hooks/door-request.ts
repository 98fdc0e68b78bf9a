import type { IncomingMessage } from 'node:http';

import type { DoorRequest } from '#intake/door.ts';
import type { ReceivedBody } from '../../body/read-bytes.ts';

const noBody: ReceivedBody = { bytes: Buffer.alloc(0), encodedBytes: null };

/** A request at a hook, with the address that its owner gave to the sender. */
export function doorRequest(
  publicUrl: string,
  token: string,
  { message, client }: { readonly message: IncomingMessage; readonly client: string },
  { bytes, encodedBytes }: ReceivedBody = noBody,
): DoorRequest {
  const { method = 'POST', url = '', headers, headersDistinct } = message;
  const queryAt = url.indexOf('?');
  return {
    method,
    client,
    url: `${publicUrl}/hooks/${token}${queryAt < 0 ? '' : url.slice(queryAt)}`,
    headers,
    eventIdHeader: headersDistinct['x-service-event-id'] ?? [],
    body: bytes,
    encodedBody: encodedBytes,
  };
}
