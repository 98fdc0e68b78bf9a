import { lookup } from 'node:dns/promises';
import { Connection } from '@temporalio/client';
import { taskQueues } from '#domain/task-queues.ts';
import { SetupError } from '../setup-error.ts';
import { reasonOf } from '../supervisor/reason-of.ts';

/**
 * The address, without a name, of a Temporal onto whose databases those of the live one were restored. Throws
 * {@link SetupError} where it does not answer, or where a worker asks it for runs: then it is no copy.
 */
export async function checkTemporalCopy(copy: string, namespace: string): Promise<string> {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(copy) ?? [];
  try {
    const address = `${(await lookup(host, 4)).address}:${port}`;
    const connection = await Connection.connect({ address, connectTimeout: '10s' });
    try {
      const { pollers } = await connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueues.runs },
        taskQueueType: 1,
      });
      if ((pollers ?? []).length > 0)
        throw new SetupError(`A worker takes runs from ${copy}: it is no copy that nobody uses.`);
      return address;
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`The Temporal of --temporal, ${copy}, does not answer: ${reasonOf(error)}.`);
  }
}
