import { msToTs } from '@temporalio/common/lib/time.js';
import { isGrpcServiceError, type Client } from '@temporalio/client';

/** gRPC's ALREADY_EXISTS. */
const alreadyExists = 6;

/** Closed runs stay to be looked at, and their ids to be refused, for this long; delivery records know them longer. */
const retention = '30 days';

/** Makes a namespace where there is none of this name. */
export async function registerNamespace(client: Client, namespace: string): Promise<void> {
  try {
    await client.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(retention),
    });
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== alreadyExists) throw error;
  }
}
