import type { AgentCompute } from '#compute/agent-compute.ts';

const unused = () => Promise.reject(new Error('not asked'));

/** For agents that compute nothing. */
export const unusedCompute: AgentCompute['ports'] = {
  searchBody: unused,
  searchTools: unused,
  runTool: unused,
};
