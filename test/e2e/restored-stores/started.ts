import { Client, Connection } from '@temporalio/client';

import { taskQueues } from '#domain/task-queues.ts';
import { sweepScheduleId } from '#temporal/sweep-schedule.ts';
import { manage } from '#test/bin/started-service.ts';
import { portOfTemporal } from '#test/storm/service/second-settings.ts';
import { startReveille } from '#test/support/reveille.ts';
import { until } from '#test/support/until.ts';

export type Started = Awaited<ReturnType<typeof startOn>>;

const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0' };
export const patience = { timeoutMs: 120_000, everyMs: 500 };

/** A running service, and what an operator and a sender can do with it. */
export async function startOn(dataDir: string) {
  const service = startReveille(dataDir, settings);
  const owner = await service.ready();
  const { temporal } = await service.children();
  const connection = await Connection.connect({ address: `127.0.0.1:${portOfTemporal(temporal!)}` });
  const client = new Client({ connection });
  const outcomeOf = async (deliveryId: string) =>
    (await manage(owner, 'GET', `/deliveries/${deliveryId}`))['outcome'] as string | undefined;
  return {
    service,
    owner,
    client,
    outcomeOf,
    hookOf: (address: string) => owner.url + new URL(address).pathname,
    ended: async (deliveryId: string) =>
      await until(
        `the end of ${deliveryId}`,
        async () => {
          const outcome = await outcomeOf(deliveryId);
          return outcome !== undefined && outcome !== 'running' && outcome;
        },
        patience,
      ),
    /** Sweeps until the run has ended: a sweep that is asked for while another one runs does nothing. */
    sweptUp: async (deliveryId: string) =>
      await until(
        `the end of ${deliveryId} by a sweep`,
        async () => {
          await client.schedule.getHandle(sweepScheduleId(taskQueues.runs)).trigger();
          const outcome = await outcomeOf(deliveryId);
          return outcome !== undefined && outcome !== 'running' && outcome;
        },
        { ...patience, everyMs: 3_000 },
      ),
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await service.stop();
    },
  };
}
