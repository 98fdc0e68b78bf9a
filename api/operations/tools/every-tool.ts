import type { ModelTools } from '@reveille/tools';

import type { ToolInvoker } from '../../../compute/threads/tool-invoker.ts';

interface Deps {
  readonly modelTools: Pick<ModelTools, 'knows' | 'invoke'>;
  /** Starts the threads of the other tools. */
  readonly startThreads: () => ToolInvoker;
}

/** Every tool: those of a model, and the others on threads that start when they are first needed. */
export function createEveryTool({ modelTools, startThreads }: Deps) {
  let threads: ToolInvoker | undefined;
  const started = () => (threads ??= startThreads());
  const invoke: ToolInvoker['invoke'] = async (id, ...call) =>
    await (modelTools.knows(id) ? modelTools : started()).invoke(id, ...call);
  return {
    invoke,
    /** So that the first caller does not wait for the threads. */
    start: () => void started(),
    close: async () => {
      await threads?.close();
    },
  };
}
