import type { Client } from '@temporalio/client';

import { createAgentModels } from '../activities/agent-models.ts';
import { createActivities } from '../activities/index.ts';
import { offlineModelId } from '../domain/offline-model-id.ts';
import { composeEgress } from '../egress/compose.ts';
import { createPlaceKeeper } from '../intake/places.ts';
import { composeModels } from '../models/compose.ts';
import type { Logger } from '../platform/logger.ts';
import type { Settings } from '../platform/required-settings.ts';
import { createAdmissions } from '../store/admissions.ts';
import { createAgents } from '../store/agents.ts';
import { createAutomations } from '../store/automations.ts';
import type { Redis } from '../store/connect.ts';
import { createPlaces } from '../store/places.ts';
import { createRetention } from '../store/retention.ts';
import { createRuns } from '../store/runs.ts';
import { createVault } from '../store/vault.ts';
import { createWorkspaces } from '../store/workspaces.ts';
import { createRunStates } from '../temporal/run-states.ts';

/** What the worker is built from: open connections and settings. */
export interface WorkerParts {
  readonly config: Settings;
  readonly redis: Redis;
  readonly client: Client;
  readonly logger: Logger;
}

/** Builds the activities from their parts. */
export function composeActivities({ config, redis, client, logger }: WorkerParts) {
  const vault = createVault(config.MASTER_KEYS);
  const { policyStore, egress } = composeEgress({ config, redis, vault, logger });
  const runs = createRuns({ redis });
  return createActivities({
    admissions: createAdmissions({ redis }),
    automations: createAutomations({ redis, vault }),
    egress,
    models: createAgentModels({
      agents: createAgents({ redis }),
      defaultModel: config.MODEL ?? offlineModelId,
      modelOf: composeModels(config),
    }),
    places: createPlaceKeeper({
      places: createPlaces({ redis }),
      runs,
      runStates: createRunStates({ client }),
    }),
    policies: policyStore,
    retention: createRetention({ redis, retentionDays: config.ACTIVITY_RETENTION_DAYS }),
    runs,
    workspaces: createWorkspaces({ redis }),
  });
}
