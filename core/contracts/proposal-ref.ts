import { z } from 'zod';

/** The revision of an automation whose English a model is asked to read. */
export interface ProposalRef {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly revision: number;
  /** Beside samples of its sender: no delivery is stored so far. */
  readonly bySamples?: true;
}

/** A model is asked to read a revision: until it is over, at the latest at this time in epoch milliseconds. */
export const StoredAsking = z.object({ revision: z.int(), untilMs: z.int() });
export type StoredAsking = z.infer<typeof StoredAsking>;
