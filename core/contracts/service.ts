import { z } from 'zod';

const isoTime = z.iso.datetime();

/** A part that the service depends on. */
export const ServicePart = z.object({
  name: z.string(),
  state: z
    .enum(['ready', 'full', 'missing', 'unreachable'])
    .describe(
      '`full`: it is reachable, but has no memory left for what is new. `missing`: Temporal answers, and it is not there.',
    ),
});
export type ServicePart = z.infer<typeof ServicePart>;

export const LastSweep = z.object({
  startedAt: isoTime.describe('When it began.'),
  finishedAt: isoTime.nullable().describe('When it ended. Null while it goes on.'),
  outcome: z.enum(['running', 'completed', 'failed']).describe('How it ended, or that it has not.'),
  failureCount: z.int().describe('Records and workspaces in which it could not do its work.'),
  failures: z.array(z.string()).describe('The first of them.'),
});
export type LastSweep = z.infer<typeof LastSweep>;

/** The service as its operator sees it. */
export const ServiceState = z.object({
  parts: z.array(ServicePart).describe('The parts that this process depends on.'),
  workers: z
    .int()
    .nullable()
    .describe(
      'Workers that ask for runs. One that is frozen or ended is left out within ten seconds. Null where Temporal or Redis does not tell; 0: nothing is processed.',
    ),
  lastSweep: LastSweep.nullable().describe(
    'The last scheduled cleanup, which is due every five minutes. Null where there was none, or Temporal does not tell.',
  ),
  workspaces: z.int().nullable().describe('How many there are. Null where the store does not tell.'),
  running: z
    .int()
    .nullable()
    .describe('Deliveries that are being processed, of all workspaces. Null where the store does not tell.'),
  slotsPerWorkspace: z
    .int()
    .describe('How many each workspace may have at once, unless its operator set another number.'),
});
