import { buildCatalogue, ToolError } from '@reveille/tools';

import type { FoundTool, ToolOutput } from '#contracts/agent-tool.ts';
import { loadOnce } from '#domain/load-once.ts';
import type { OnToolCall } from '../threads/observed-tool-call.ts';

export interface AgentTools {
  readonly search: (words: string) => Promise<readonly FoundTool[]>;
  /** Throws DomainError INTERNAL_ERROR while the threads are taken for too long. `caller`: callers take turns. */
  readonly run: (tool: string, params: object, caller: string) => Promise<ToolOutput>;
  readonly close: () => Promise<void>;
}

/** The text tools of the catalogue. The first use loads them and starts their threads. */
export function createAgentTools({ onCall }: { readonly onCall?: OnToolCall | undefined } = {}): AgentTools {
  const loadTools = loadOnce(() => load(onCall));
  let loading: ReturnType<typeof load> | undefined;
  const tools = () => (loading = loadTools());

  return {
    search: async (words) => (await tools()).search(words),
    async run(tool, params, caller) {
      const { invoke } = await tools();
      try {
        return { isRefused: false, text: await invoke(tool, params, caller) };
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return { isRefused: true, text: refusalText(error) };
      }
    },
    close: async () => await (await loading?.catch(() => undefined))?.close(),
  };
}

/** The catalogue takes time and memory that a worker whose agents ask for no tool does not spend. */
async function load(onCall: OnToolCall | undefined) {
  const [{ createToolInvoker }, { createToolSearch }, { textTools }] = await Promise.all([
    import('../threads/tool-invoker.ts'),
    import('./search-tools.ts'),
    import('../threads/text-tools.ts'),
  ]);
  return { ...createToolInvoker({ onCall }), search: createToolSearch(buildCatalogue(textTools.families)) };
}

const refusalText = ({ code, message, hint }: ToolError): string =>
  code === 'UNKNOWN_TOOL'
    ? `${message} Search for it by plain words.`
    : [message, hint].filter(Boolean).join(' ');
