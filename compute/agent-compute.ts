import type { BodySearch, SearchAnswer, SearchedBody } from '../contracts/body-search.ts';
import type { RunRef } from '../contracts/run.ts';
import { createBodySearches } from './body-search/body-searches.ts';

/** What agents may compute, in threads that the first use starts. Workspaces take turns. */
export function createAgentCompute({ onCrash }: { readonly onCrash: (error: unknown) => void }) {
  const searches = createBodySearches({ onCrash });

  const searchBody = (run: RunRef, body: SearchedBody, search: BodySearch): Promise<SearchAnswer> =>
    searches.search(body, search, run.workspaceId);

  return { ports: { searchBody }, close: () => searches.close() };
}

export type AgentCompute = ReturnType<typeof createAgentCompute>;
