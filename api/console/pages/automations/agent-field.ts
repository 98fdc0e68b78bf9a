import type { Agent } from '#contracts/workspace.ts';
import type { Html } from '#api/html.ts';
import { choiceField } from '../../parts/field.ts';

/** The choice of the agent that a new automation wakes, if there are several. */
export const agentField = (agents: readonly Pick<Agent, 'id' | 'name'>[], chosen: string): Html =>
  choiceField({
    name: 'agentId',
    label: 'Agent',
    value: chosen,
    options: agents.map(({ id, name }) => [id, name]),
    hint: 'It uses the Network Access of this agent.',
  });
