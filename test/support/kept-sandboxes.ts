import type { Worker as Thread } from 'node:worker_threads';

import { Worker } from '@temporalio/worker';

/** The sandbox in which a worker runs its workflows, as the SDK makes it. */
interface Sandbox {
  readonly workerThreadClients: readonly {
    readonly workerThread: Thread;
    getActiveWorkflowCount(): number;
  }[];
  destroy(): Promise<void>;
}

type MakeSandbox = (
  bundle: { readonly code: string },
  options: {
    readonly activities: ReadonlyMap<string, unknown>;
    readonly taskQueue: string;
    readonly debugMode: boolean;
  },
  ...rest: readonly unknown[]
) => Promise<Sandbox>;

interface Kept {
  readonly purpose: string;
  readonly made: Promise<Sandbox>;
  /** The queues of the workers that are in it now: one worker for each, because two may hold the same run. */
  readonly queues: Set<string>;
}

const keptMax = 5;
const kept: Kept[] = [];
const method = 'createWorkflowCreator';

/**
 * From now on workers of the same workflows and activities share a sandbox, which stays for later ones. Each workflow has
 * globals of its own in it anyway, and to load the SDK into a new thread is nearly all that a worker costs.
 */
export function keepSandboxes(): void {
  const make = Reflect.get(Worker, method) as MakeSandbox;
  const makeOrShare: MakeSandbox = async (bundle, options, ...rest) => {
    const makeNew = () => make.call(Worker, bundle, options, ...rest);
    // A worker that replays has no threads.
    if (options.debugMode) return await makeNew();
    const purpose = [...options.activities.keys(), bundle.code].join('\n');
    return await enter(purpose, options.taskQueue, makeNew);
  };
  Reflect.set(Worker, method, makeOrShare);
}

async function enter(purpose: string, queue: string, makeNew: () => Promise<Sandbox>): Promise<Sandbox> {
  let one = kept.find((other) => other.purpose === purpose && !other.queues.has(queue));
  if (one === undefined) kept.push((one = { purpose, made: makeNew(), queues: new Set() }));
  one.queues.add(queue);
  const sandbox = await one.made;
  for (const { workerThread } of sandbox.workerThreadClients) workerThread.ref();
  const share = Object.create(sandbox) as Sandbox;
  share.destroy = () => leave(one, queue, sandbox);
  return share;
}

async function leave(one: Kept, queue: string, sandbox: Sandbox): Promise<void> {
  one.queues.delete(queue);
  if (one.queues.size > 0) return;
  const { workerThreadClients: clients } = sandbox;
  // The process may end all the same.
  for (const { workerThread } of clients) workerThread.unref();
  const isEmpty = clients.every((client) => client.getActiveWorkflowCount() === 0);
  if (isEmpty && kept.length <= keptMax) return;
  kept.splice(kept.indexOf(one), 1);
  await sandbox.destroy();
}
