import type { RunRef } from '../contracts/run.ts';
import type { AgentModel } from '../capabilities/agent-turn.ts';
import type { TurnDelivery } from '../contracts/turn.ts';
import type { Automations } from '../store/automations.ts';
import type { Messages } from '../store/messages.ts';
import type { RunContext } from '../store/run/context.ts';
import type { Runs } from '../store/runs.ts';
import { createEarlierExchanges } from './earlier-exchanges.ts';

/** The part of the prompt before the turns of the run; identical in every turn. */
export interface PromptContext {
  readonly instructions: string;
  readonly delivery: TurnDelivery | null;
  readonly earlier: readonly unknown[];
}

export interface PromptContextDeps {
  readonly automations: Automations;
  readonly messages: Pick<Messages, 'earlier'>;
  readonly runs: Runs;
}

export function createPromptContextBuilder({ automations, messages, runs }: PromptContextDeps) {
  const recall = createEarlierExchanges({ messages, runs });

  /** The offline rules see only the message; a model also gets the earlier conversation. */
  async function buildPromptContext(
    run: RunRef,
    context: RunContext,
    model: AgentModel,
  ): Promise<PromptContext> {
    if (context.kind === 'delivery') {
      const { automationId, revision } = context;
      const { instructions } = await automations.revision(run.workspaceId, automationId, revision);
      return { instructions, delivery: context.delivery, earlier: [] };
    }
    const before = model.isOffline ? [] : await recall(run, context.nonce, model);
    const [first, ...rest] = [...before, { text: context.text, followed: [] }];
    return {
      instructions: first?.text ?? context.text,
      delivery: null,
      earlier: [
        ...(first?.followed ?? []),
        ...rest.flatMap(({ text, followed }) => [{ role: 'user', content: text }, ...followed]),
      ],
    };
  }

  return buildPromptContext;
}
