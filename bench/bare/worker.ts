import path from 'node:path';

import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { workerConnectionOptions } from '#temporal/connect.ts';
import { bareQueue } from './start-bare-run.ts';
import { connectBareStore } from './store.ts';

Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
const pollers = { type: 'autoscaling', minimum: 1, maximum: 16, initial: 4 } as const;
const connection = await NativeConnection.connect(workerConnectionOptions());
const store = await connectBareStore(process.env['REDIS_URL'], process.env['TARGET_URL']);
const worker = await Worker.create({
  connection,
  taskQueue: bareQueue,
  workflowsPath: path.join(import.meta.dirname, 'workflows.ts'),
  activities: { nothing: () => Promise.resolve(), decide: store.decide, send: store.send, tell: store.tell },
  workflowTaskPollerBehavior: pollers,
  activityTaskPollerBehavior: pollers,
});
process.once('SIGTERM', () => worker.shutdown());
process.send?.({ ready: true });
await worker.run();
store.close();
await connection.close();
process.exit(0);
