import { type Client, isGrpcServiceError } from '@temporalio/client';

import { withTimeout } from '#domain/with-timeout.ts';
import { missingSearchAttributes } from './search-attributes.ts';

/** gRPC's NOT_FOUND. */
const notFound = 5;
/** Below the time limit of a probe: a Temporal that is silent fails one probe, and not all of them. */
const timeoutMs = 1_500;

interface Deps {
  readonly client: Client;
  /** How many ask for runs. */
  readonly workers: () => Promise<number>;
}

/**
 * The parts of Temporal that hooks need, by name: each rejects while it cannot be reached, and gives false where Temporal
 * says that it is not there. Only `temporal` rejects: what a Temporal that is away, or a managed one that refuses the question, does not tell is
 * taken to be there.
 */
export function createTemporalProbes({ client, workers }: Deps) {
  const { namespace } = client.options;
  const { workflowService } = client.connection;
  const told = (ask: () => Promise<boolean>) => async () =>
    await withTimeout(ask(), timeoutMs).catch(() => true);

  async function hasNamespace(): Promise<boolean> {
    try {
      await workflowService.describeNamespace({ namespace });
      return true;
    } catch (error) {
      return !(isGrpcServiceError(error) && error.code === notFound);
    }
  }

  return {
    temporal: async () => await workflowService.getSystemInfo({}),
    namespace: told(hasNamespace),
    'search-attributes': told(async () => (await missingSearchAttributes(client, namespace)).length === 0),
    workers: told(async () => (await workers()) > 0),
  };
}
