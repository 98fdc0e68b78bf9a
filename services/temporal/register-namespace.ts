import { msToTs, tsToMs } from '@temporalio/common/lib/time.js';
import { isGrpcServiceError, type Client } from '@temporalio/client';

/** gRPC's NOT_FOUND and ALREADY_EXISTS. */
const [notFound, alreadyExists] = [5, 6];

const dayMs = 86_400_000;
const usualRetentionDays = 30;

/**
 * Creates the namespace unless it exists. `retentionDays`: how long closed runs can be inspected and their ids are refused, which an
 * existing namespace is changed to; delivery records are kept longer. Without it a new one has 30 days, and one that exists stays as it is.
 */
export async function registerNamespace(
  { workflowService }: Pick<Client, 'workflowService'>,
  namespace: string,
  retentionDays?: number,
): Promise<void> {
  const current = await currentRetentionMs();
  const wanted = msToTs((retentionDays ?? usualRetentionDays) * dayMs);
  if (current === undefined) await create();
  else if (retentionDays !== undefined && current !== retentionDays * dayMs)
    await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl: wanted } });

  async function create(): Promise<void> {
    try {
      await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: wanted });
    } catch (error) {
      if (!isGrpcServiceError(error) || error.code !== alreadyExists) throw error;
    }
  }

  /** undefined: there is no such namespace. */
  async function currentRetentionMs(): Promise<number | undefined> {
    try {
      const { config } = await workflowService.describeNamespace({ namespace });
      const retention = config?.workflowExecutionRetentionTtl;
      return retention ? tsToMs(retention) : 0;
    } catch (error) {
      if (isGrpcServiceError(error) && error.code === notFound) return undefined;
      throw error;
    }
  }
}
