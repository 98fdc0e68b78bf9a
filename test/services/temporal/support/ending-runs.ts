import { ApplicationFailure } from '@temporalio/workflow';

/** In place of the run: ends as the id of its delivery says. */
export async function automationRun({ deliveryId }: { deliveryId: string }): Promise<string> {
  if (deliveryId === 'completed') return await Promise.resolve(deliveryId);
  throw ApplicationFailure.nonRetryable('It failed.', deliveryId);
}
