import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Clock } from '#contracts/clock.ts';
import type { Expectation } from '#contracts/expectation.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { RunRef } from '#contracts/run.ts';
import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Messages } from '#store/message/messages.ts';
import type { RunContext } from '#store/run/context.ts';
import type { Runs } from '#store/run/runs.ts';
import { createEarlierExchanges, written } from './earlier-exchanges.ts';

/** The part of the prompt before the turns of the run; identical in every turn. In a chat the messages say when they were written. */
export interface PromptContext {
  readonly instructions: string;
  /** The requests and the answer as data; null where there is no plan, and in a chat. */
  readonly plan: StoredPlan | null;
  readonly expects?: readonly Expectation[];
  readonly answerSchema?: AnswerSchema | null;
  readonly readsEarlierRuns?: boolean;
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

  /** The offline rules see only the message as it is; a model also gets the earlier conversation. */
  async function buildPromptContext(
    run: RunRef,
    { context, clock, model }: { context: RunContext; clock: Clock; model: AgentModel },
  ): Promise<PromptContext> {
    if (context.kind === 'delivery') {
      const { automationId, revision } = context;
      const texts = await automations.revision(run.workspaceId, automationId, revision);
      const { instructions, plan, expects, answerSchema } = texts;
      const { delivery } = context;
      const readsEarlierRuns = texts.readsEarlierRuns && delivery.reference !== null;
      return { instructions, plan, expects, answerSchema, readsEarlierRuns, delivery, earlier: [] };
    }
    if (model.isOffline) return { instructions: context.text, plan: null, delivery: null, earlier: [] };
    const before = await recall(run, context.nonce, model);
    const [first, ...rest] = [...before, { text: written(context.text, clock), followed: [] }];
    return {
      instructions: first?.text ?? context.text,
      plan: null,
      delivery: null,
      earlier: [
        ...(first?.followed ?? []),
        ...rest.flatMap(({ text, followed }) => [{ role: 'user', content: text }, ...followed]),
      ],
    };
  }

  return buildPromptContext;
}
