import type { IncomingMessage } from 'node:http';

import { boundless, type Holding } from '#domain/byte-budget.ts';

/** Memory for bodies that requests under way hold. */
const holdings = new WeakMap<IncomingMessage, Holding>();

/** From now on the body of this request is counted there. */
export const countBytesIn = (request: IncomingMessage, holding: Holding): void =>
  void holdings.set(request, holding);

export const holdingOf = (request: IncomingMessage): Holding => holdings.get(request) ?? boundless;
