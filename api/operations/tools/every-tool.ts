import type { ModelTools } from '@reveille/tools';

import type { ToolInvoker } from '#compute/threads/tool-invoker.ts';

interface Deps {
  readonly modelTools: Pick<ModelTools, 'knows' | 'invoke'>;
  readonly startThreads: () => ToolInvoker;
}

/** Combines the model tools with the others, which run on threads started on first use. */
export function createEveryTool({ modelTools, startThreads }: Deps) {
  let threads: ToolInvoker | undefined;
  const started = () => (threads ??= startThreads());
  const invoke: ToolInvoker['invoke'] = async (id, ...call) =>
    await (modelTools.knows(id) ? modelTools : started()).invoke(id, ...call);
  return {
    invoke,
    /** Starts a thread ahead of the first call. */
    warmUp: () => started().warmUp(),
    close: async () => {
      await threads?.close();
    },
  };
}
