import type { IncomingHttpHeaders } from 'node:http';

import { isSecretHeader } from '#domain/delivery-headers.ts';

/** Names by which systems send what is the same on each try of one event; not one that names a request. */
const idHeader =
  /^(?:ce-id|idempotency-key)$|(?:^|-)(?:event|message|delivery|notification|webhook)-(?:id|number)$/;
const charactersMax = 255;
const proposedMax = 5;

/** The headers of a request that look like an event id, in lower case. */
export const proposedEventIds = (headers: IncomingHttpHeaders): readonly string[] =>
  Object.entries(headers)
    .filter(([name, value]) => idHeader.test(name) && !isSecretHeader(name) && isId(value))
    .map(([name]) => name)
    .slice(0, proposedMax);

const isId = (value: string | readonly string[] | undefined): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= charactersMax;
