import type { Worker as Thread } from 'node:worker_threads';

import { Worker } from '@temporalio/worker';

/** What a worker runs its workflows in, as the SDK makes it: threads, but none in a worker that replays. */
interface Sandbox {
  readonly workerThreadClients?: readonly {
    readonly workerThread: Thread;
    getActiveWorkflowCount(): number;
  }[];
  destroy(): Promise<void>;
}

type MakeSandbox = (
  bundle: { readonly code: string },
  options: { readonly activities: ReadonlyMap<string, unknown> },
  ...rest: readonly unknown[]
) => Promise<Sandbox>;

/** As many as vitest runs tests of a file at the same time. */
const keptMax = 5;
const kept: {
  readonly purpose: string;
  readonly sandbox: Sandbox;
  readonly destroy: () => Promise<void>;
}[] = [];
const method = 'createWorkflowCreator';

/**
 * From now on the sandbox of a worker that has ended is given to the next one of the same workflows and activities. Each
 * workflow has globals of its own in it anyway, and to load the SDK into a new thread is nearly all that a worker costs.
 */
export function keepSandboxes(): void {
  const make = Reflect.get(Worker, method) as MakeSandbox;
  const makeOrReuse: MakeSandbox = async (bundle, options, ...rest) => {
    const purpose = [...options.activities.keys(), bundle.code].join('\n');
    const index = kept.findIndex((one) => one.purpose === purpose);
    const [found] = index === -1 ? [] : kept.splice(index, 1);
    if (found === undefined) return keptAtEnd(purpose, await make.call(Worker, bundle, options, ...rest));
    for (const { workerThread } of found.sandbox.workerThreadClients ?? []) workerThread.ref();
    return found.sandbox;
  };
  Reflect.set(Worker, method, makeOrReuse);
}

function keptAtEnd(purpose: string, sandbox: Sandbox): Sandbox {
  const { workerThreadClients: clients } = sandbox;
  if (clients === undefined) return sandbox;
  const destroy = sandbox.destroy.bind(sandbox);
  sandbox.destroy = async () => {
    const isEmpty = clients.every((client) => client.getActiveWorkflowCount() === 0);
    if (!isEmpty) return await destroy();
    // The process may end all the same.
    for (const { workerThread } of clients) workerThread.unref();
    kept.push({ purpose, destroy, sandbox });
    if (kept.length > keptMax) await kept.shift()?.destroy();
  };
  return sandbox;
}
