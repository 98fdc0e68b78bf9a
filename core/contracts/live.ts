import { z } from 'zod';

import { Outcome } from './run.ts';

/** The message that scripts publish with each change of a run: accepted, a step, a duplicate, the end. */
export const RunChange = z.object({
  /** For a message of a chat: its id. */
  deliveryId: z.string(),
  /** For a message of a chat: its conversation. */
  automationId: z.string(),
  outcome: Outcome,
});
export type RunChange = z.infer<typeof RunChange>;

/** `resync`: earlier changes may have been missed, so whatever is shown should be read again. */
export type LiveEvent = ({ readonly kind: 'change' } & Readonly<RunChange>) | { readonly kind: 'resync' };
