import { z } from 'zod';

import type { RunRef } from '../contracts/run.ts';
import type { TurnDelivery } from '../contracts/turn.ts';
import { readDelivery as readPage } from '../domain/read-page.ts';
import { defineCapability } from './capability.ts';
import { PageResult, tellPage } from './page.ts';

interface ReadDeliveryPorts {
  /** Null in a chat. */
  readonly delivery: (run: RunRef) => Promise<TurnDelivery | null>;
}

/** A page of the delivery's body: `pointer` is a JSON pointer into it, `offset` and `limit` count characters. */
export const readDelivery = defineCapability({
  kind: 'read',
  name: 'read_delivery',
  description: 'Reads a page of the delivery beyond what the prompt shows, at most 16384 characters a call.',
  needsDelivery: true,
  wireInput: z.object({
    pointer: z.string().nullable().describe('JSON pointer such as /order/items/3; null for the whole body.'),
    offset: z.int().nullable().describe('First character to read; null for 0.'),
    limit: z.int().nullable().describe('Characters to read; null for the most, 16384.'),
  }),
  input: z
    .object({
      pointer: z.string().nullish(),
      offset: z.int().min(0).nullish(),
      limit: z.int().min(1).nullish(),
    })
    .transform(({ pointer, offset, limit }) => ({
      ...(pointer != null && { pointer }),
      ...(offset != null && { offset }),
      ...(limit != null && { limit }),
    })),
  result: PageResult,
  step: null,
  describe: () => 'Read on in the delivery',
  tell: tellPage,
  perform: async (call, { delivery }: ReadDeliveryPorts, run) => {
    const found = await delivery(run);
    const read =
      found === null ? { missing: 'A chat has no delivery.' } : readPage(found.body, call, found.contentType);
    const result =
      'page' in read
        ? { kind: 'page' as const, page: read.page }
        : { kind: 'refused' as const, message: read.missing };
    return { result, step: null };
  },
});
