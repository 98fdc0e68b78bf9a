import type { z } from 'zod';

import type { Agent } from '../../../contracts/workspace.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { AgentRecord } from '../../../store/agents.ts';

/** The models available to this service; the first is the default. */
export type Models = readonly [string, ...string[]];

/** An agent as its owner sees it. */
export const agentView = ({ id, name, model }: AgentRecord, models: Models): z.infer<typeof Agent> => ({
  id,
  name,
  model: model ?? models[0],
});

/** Throws INVALID_REQUEST for a model that is not configured. */
export function assertKnownModel(model: string | undefined, models: Models): void {
  if (model === undefined || models.includes(model)) return;
  throw new DomainError('INVALID_REQUEST', `model: ${model} is not configured here`, {
    hint: `Use one of: ${models.join(', ')}.`,
  });
}
