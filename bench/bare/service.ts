import { freePort } from '#platform/free-port.ts';
import { until } from '#test/support/until.ts';
import { cpuMsOfTrees } from '../support/cpu-time.ts';
import { patience, post } from '../support/n8n.ts';
import { startProcess } from '../support/process.ts';
import type { WholeService } from '../support/whole-service.ts';
import { connectBareStore } from './store.ts';

/** A server and a worker that do nothing else, on Redis and Temporal of ours: by one local activity for a run, as ours. */
export async function startLeast({ redisUrl, temporalAddress, pids }: WholeService, targetUrl: string) {
  const port = await freePort();
  const common = { REDIS_URL: redisUrl, TEMPORAL_ADDRESS: temporalAddress };
  const server = await startProcess('bench/bare/starts.ts', { ...common, PORT: String(port), SHOWN: 'yes' });
  const worker = await startProcess('bench/bare/worker.ts', { ...common, TARGET_URL: targetUrl });
  const store = await connectBareStore(redisUrl);
  let open: string[] = [];

  return {
    async deliver(body: string): Promise<void> {
      const { id } = JSON.parse(await post(`http://127.0.0.1:${port}/`, body)) as { readonly id: string };
      open.push(id);
    },
    async untilRecorded(): Promise<void> {
      for (const id of open) await until(`${id} ended`, () => store.hasResult(id), patience);
      open = [];
    },
    cpuMs: () => cpuMsOfTrees([pids.Redis, pids.Temporal, server.pid, worker.pid]),
    async stop(): Promise<void> {
      await server.stop();
      await worker.stop();
      store.close();
    },
  };
}
