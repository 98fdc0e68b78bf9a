import type { z } from 'zod';

import type { ModelSettings } from '#contracts/model-settings.ts';
import type { Agent } from '#contracts/workspace.ts';
import { damageSentence } from '#domain/damage-sentence.ts';
import { invalidField } from '#domain/domain-error.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import type { AgentRecord } from '#store/workspace/agents.ts';

export interface Models {
  /** The model that acts if none is chosen. */
  readonly serviceModel: string;
  /** Why a model cannot be chosen, as a sentence; null where it can. */
  readonly whyNot: (id: string) => string | null;
  /** Settings without effect, as sentences. */
  readonly hintsOf: (settings: ModelSettings) => readonly string[];
}

export function agentView({ id, name, model, damaged }: AgentRecord, models: Models): z.infer<typeof Agent> {
  const hints = [
    ...(damaged.length > 0 ? [damageSentence(damaged)] : []),
    ...(model === null ? [] : models.hintsOf(model)),
  ];
  return {
    id,
    name,
    model: model?.main ?? models.serviceModel,
    modelSettings: model,
    ...(hints.length > 0 && { hints }),
  };
}

const cannotTakeOver = 'fallback cannot be the offline rules, which do not go on with what a model began';

/** Throws INVALID_REQUEST for a model that this service cannot ask. */
export function assertKnownModels(
  settings: ModelSettings | null | undefined,
  models: Pick<Models, 'whyNot'>,
): void {
  for (const member of ['main', 'fallback', 'filter'] as const) {
    const id = settings?.[member];
    const why =
      id === undefined
        ? null
        : member === 'fallback' && id === offlineModelId
          ? cannotTakeOver
          : models.whyNot(id);
    if (why === null) continue;
    throw invalidField('model', `${why}`, {
      hint: 'Choose a model of a provider whose key the service has, or ask its operator to set that variable.',
    });
  }
}
