import type { CapabilityPorts } from '#capabilities/calls.ts';
import type { AgentCompute } from '#compute/agent-compute.ts';

const unused = () => Promise.reject(new Error('not asked'));

/** For agents that compute nothing, write to nobody, and read of no earlier runs. */
export const unusedCompute: AgentCompute['ports'] & Pick<CapabilityPorts, 'mail' | 'earlierRuns'> = {
  searchBody: unused,
  searchTools: unused,
  runTool: unused,
  earlierRuns: () => Promise.resolve(null),
  mail: { isOn: false, send: unused },
};
