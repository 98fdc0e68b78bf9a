import type { BodySearch, SearchAnswer, SearchedBody } from '#contracts/body-search.ts';
import type { RunRef } from '#contracts/run.ts';
import { createAgentTools } from './agent-tools/agent-tools.ts';
import type { OnToolCall } from './threads/observed-tool-call.ts';
import { createBodySearches } from './body-search/body-searches.ts';

/** The computations of agents, in threads that the first use starts. Workspaces take turns. */
export function createAgentCompute({
  onCrash,
  onToolCall,
}: {
  readonly onCrash: (error: unknown) => void;
  readonly onToolCall?: OnToolCall | undefined;
}) {
  const searches = createBodySearches({ onCrash });
  const tools = createAgentTools({ onCall: onToolCall });

  return {
    ports: {
      searchBody: (run: RunRef, body: SearchedBody, search: BodySearch): Promise<SearchAnswer> =>
        searches.search(body, search, run.workspaceId),
      searchTools: tools.search,
      runTool: (run: RunRef, tool: string, params: object) => tools.run(tool, params, run.workspaceId),
    },
    close: async () => {
      await Promise.all([searches.close(), tools.close()]);
    },
  };
}

export type AgentCompute = ReturnType<typeof createAgentCompute>;
