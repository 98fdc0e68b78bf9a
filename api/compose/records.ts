import { createAgentModels } from '#activities/agent-models.ts';
import { createAgentModelSource } from '#models/agent-models.ts';
import { createModelChoices } from '#models/model-choices.ts';
import { observeModelCalls } from '#platform/metrics/observe-model-calls.ts';
import { storageLimitsOf } from '#domain/storage-limits.ts';
import { createAlertRules } from '#store/alert-rules.ts';
import { createAlerts } from '#store/alerts.ts';
import { createAgents } from '#store/agents.ts';
import { createExportedAutomations } from '#store/automation/exported-automations.ts';
import { createAutomations } from '#store/automations.ts';
import { createConversations } from '#store/conversations.ts';
import { createCounts } from '#store/counts.ts';
import { createDeliveries } from '#store/deliveries.ts';
import { createDoorNotes } from '#store/door-notes.ts';
import { createFilterTrials } from '#store/filter-trials.ts';
import { createHandshakes } from '#store/handshakes.ts';
import { createHooks } from '#store/hooks.ts';
import { createLive } from '#store/live.ts';
import { createPolicyStore } from '#store/policies.ts';
import { createLimitsInUse } from '#store/limits-in-use.ts';
import { createStorage } from '#store/storage.ts';
import { createDoorLedger } from '#store/report/door-ledger.ts';
import { createSenderFacts } from '#store/report/sender-facts.ts';
import { createUsage } from '#store/usage.ts';
import { createVault } from '#store/vault.ts';
import { createTokens } from '#store/tokens.ts';
import { createManagedWorkspaces } from '#store/workspace/managed-workspaces.ts';
import { createTotals } from '#store/workspace/totals.ts';
import { createWorkspaces } from '#store/workspaces.ts';
import { createWorkflowUrl } from '#temporal/workflow-url.ts';
import { createTextReader } from '../operations/automations/automation-texts.ts';
import type { ObservedParts } from '../parts.ts';

/** The records that operations read and write directly. */
export function buildRecords({ config, redis, blobs, temporal, logger, ...observers }: ObservedParts) {
  const workflowUrl = createWorkflowUrl(config.TEMPORAL_UI_URL, temporal.namespace);
  const models = createModelChoices(config);
  const vault = createVault(config.MASTER_KEYS);
  const storageLimits = storageLimitsOf(config);
  const retentionDays = config.ACTIVITY_RETENTION_DAYS;
  const usage = createUsage({ redis });
  const agents = createAgents({ redis });
  const automations = createAutomations({ redis, vault });
  const policyRecords = createPolicyStore({ redis, vault });
  return {
    models,
    agents,
    alertRules: createAlertRules({ redis, vault }),
    alerts: createAlerts({ redis }),
    automations,
    policyRecords,
    exportedAutomations: createExportedAutomations({ redis }),
    runRequestsMax: config.RUN_MAX_REQUESTS,
    textReader: createTextReader({ agents, automations, policyRecords, models }),
    conversations: createConversations({ redis, workflowUrl, storageLimits }),
    counts: createCounts({ redis }),
    deliveries: createDeliveries({ redis, blobs, workflowUrl, retentionDays }),
    retentionDays,
    doorNotes: createDoorNotes({ redis }),
    ...buildReport(redis, logger),
    handshakes: createHandshakes({ redis, vault }),
    hooks: createHooks({ redis }),
    live: createLive({ redis, logger }),
    agentModels: createAgentModels({
      agents,
      automations,
      serviceModel: models.serviceModel,
      modelOf: createAgentModelSource(config, observeModelCalls(observers, config.MODEL)),
    }),
    storage: createStorage({ redis }),
    storageLimits,
    filterTrials: createFilterTrials({ redis }),
    tokens: createTokens({ redis }),
    usage,
    limitsInUse: createLimitsInUse({ redis }),
    workspaces: createWorkspaces({ redis }),
    managedWorkspaces: createManagedWorkspaces({ redis, usage, now: Date.now }),
    totals: createTotals({ redis, archiveAfterHours: config.ARCHIVE_AFTER_HOURS, now: Date.now }),
  };
}

/** What the report on a sender is made of. */
const buildReport = (redis: ObservedParts['redis'], logger: ObservedParts['logger']) => ({
  doorLedger: createDoorLedger({
    redis,
    onFailure: (error) => logger.warn({ error }, 'answer times not written'),
  }),
  senderFacts: createSenderFacts({ redis }),
});
