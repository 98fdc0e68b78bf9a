import { DomainError } from '#domain/domain-error.ts';
import type { Html } from '../../html.ts';
import type { ItemOf, OperationCalls } from '../../routing/call-operation.ts';
import { withQuery } from './next-page.ts';
import { outsideText } from './outside-text.ts';
import { tabs } from './tabs.ts';

type Agent = ItemOf<'listAgents'>;

/** The agent that a page is about, and all that there are. */
export interface ChosenAgent {
  readonly agent: Agent;
  readonly agents: readonly Agent[];
}

/** The agent with this id, or the first of the workspace. Throws NOT_FOUND. */
export async function chooseAgent(
  manage: Pick<OperationCalls, 'listAgents' | 'readAgent'>,
  id: string | undefined,
): Promise<ChosenAgent> {
  const { items: agents } = await manage.listAgents({ query: { limit: '200' } });
  const agent =
    id === undefined || id === ''
      ? agents[0]
      : (agents.find((known) => known.id === id) ?? (await manage.readAgent({ params: { agentId: id } })));
  if (agent === undefined) throw new DomainError('NOT_FOUND', 'Agent not found');
  return { agent, agents };
}

/** Leads to the same page about another agent; nothing where there is only one. */
export function agentMenu(path: string, { agent, agents }: ChosenAgent): Html | false {
  return (
    agents.length > 1 &&
    tabs(
      'Agents',
      agents.map(({ id, name }) => ({
        title: outsideText(name, 40),
        href: withQuery(path, { agent: id }),
        isCurrent: id === agent.id,
      })),
    )
  );
}
