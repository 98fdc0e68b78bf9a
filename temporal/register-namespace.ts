import { msToTs } from '@temporalio/common/lib/time.js';
import { isGrpcServiceError, type Client } from '@temporalio/client';

/** gRPC's ALREADY_EXISTS. */
const alreadyExists = 6;

/** How long closed runs can be inspected and their ids are refused; delivery records are kept longer. */
const retention = '30 days';

/** Creates the namespace unless it exists. */
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
