import type { CapabilityPorts } from '#capabilities/calls.ts';
import type { AgentCompute } from '#compute/agent-compute.ts';

const unused = () => Promise.reject(new Error('not asked'));

/** For agents that compute nothing, and write to nobody. */
export const unusedCompute: AgentCompute['ports'] & Pick<CapabilityPorts, 'mail'> = {
  searchBody: unused,
  searchTools: unused,
  runTool: unused,
  mail: { isOn: false, send: unused },
};
