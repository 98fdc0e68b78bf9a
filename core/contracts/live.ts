import { z } from 'zod';

import { Outcome } from './run.ts';

/** What the scripts publish whenever they store a change of a run: accepted, a step, a duplicate, the end. */
export const RunChange = z.object({
  /** Of a message of a chat: its id. */
  deliveryId: z.string(),
  /** Of a message of a chat: its conversation. */
  automationId: z.string(),
  outcome: Outcome,
});
export type RunChange = z.infer<typeof RunChange>;

/** `resync`: earlier changes may have been missed, so whatever is shown should be read again. */
export type LiveEvent = ({ readonly kind: 'change' } & Readonly<RunChange>) | { readonly kind: 'resync' };
