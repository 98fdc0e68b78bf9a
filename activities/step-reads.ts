import type { RunRef } from '#contracts/run.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { RunContext } from '#store/run/context.ts';
import type { AgentModels } from './agent-models.ts';

export interface StepReadDeps {
  readonly automations: Automations;
  readonly models: AgentModels;
}

export type ReadAhead = (run: RunRef, context: RunContext) => void;

/** The settings of its owner as one step of a run reads them: each once, and with `readAhead` all at the same time. */
export function createStepReads(deps: StepReadDeps) {
  const automations = { ...deps.automations, revision: once(deps.automations.revision) };
  const modelsOf: AgentModels['of'] = (workspaceId, run) => deps.models.of(workspaceId, run, automations);
  const reads = {
    automations,
    models: { of: once(modelsOf, (_, { agentId }) => agentId) },
  };

  /** Asks for what the step will need, without waiting for it. A failed read is repeated when it is needed. */
  function readAhead(run: RunRef, context: RunContext): void {
    void Promise.allSettled(askAhead(run, context));
  }

  function askAhead({ workspaceId }: RunRef, context: RunContext): readonly Promise<unknown>[] {
    const { automations, models } = reads;
    return [
      models.of(workspaceId, context),
      ...(context.kind === 'delivery'
        ? [automations.revision(workspaceId, context.automationId, context.revision)]
        : []),
    ];
  }

  return { ...reads, readAhead };
}

function once<Args extends readonly unknown[], T>(
  read: (...args: Args) => Promise<T>,
  keyOf: (...args: Args) => string = (...args) => JSON.stringify(args),
): (...args: Args) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return async (...args) => {
    const key = keyOf(...args);
    const answer = asked.get(key) ?? read(...args);
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    return await answer;
  };
}
