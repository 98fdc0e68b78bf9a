import { createAgentModels } from '#activities/agent-models.ts';
import { createAgentModelSource } from '#models/agent-models.ts';
import { createModelChoices } from '#models/model-choices.ts';
import { observeModelCalls } from '#platform/metrics/observe-model-calls.ts';
import { storageLimitsOf } from '#domain/storage-limits.ts';
import { createAlertRules } from '#store/alert/alert-rules.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import { createAuditLog } from '#store/audit/audit-log.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { createExportedAutomations } from '#store/automation/exported-automations.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { createCounts } from '#store/counts/counts.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createDoorNotes } from '#store/report/door-notes.ts';
import { createFilterTrials } from '#store/automation/filter-trials.ts';
import { createSignedRequests } from '#store/report/signed-requests.ts';
import { createHandshakes } from '#store/automation/handshakes.ts';
import { createHooks } from '#store/automation/hooks.ts';
import { createLive } from '#store/live/live.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createLimitsInUse } from '#store/workspace/limits-in-use.ts';
import { createStorage } from '#store/workspace/storage.ts';
import { createDoorLedger } from '#store/report/door-ledger.ts';
import { createSenderFacts } from '#store/report/sender-facts.ts';
import { createShapeDrift } from '#store/run/shape-drift.ts';
import { createUsage } from '#store/usage/usage.ts';
import { createVault } from '#store/secret/vault.ts';
import { createTokens } from '#store/token/tokens.ts';
import { createManagedWorkspaces } from '#store/workspace/managed-workspaces.ts';
import { createTotals } from '#store/workspace/totals.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { createNoteChange } from '../operations/audit/note-change.ts';
import { createTextReader } from '../operations/automations/automation-texts.ts';
import type { ObservedParts } from '../parts.ts';
import type { EventParts } from './events.ts';

/** The records that operations read and write directly. */
export function buildRecords(
  { config, redis, blobs, temporal, logger, ...observers }: ObservedParts,
  { eventTelling }: Pick<EventParts, 'eventTelling'>,
) {
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
    ...buildAudit({ redis, logger }),
    automations,
    policyRecords,
    exportedAutomations: createExportedAutomations({ redis }),
    runRequestsMax: config.RUN_MAX_REQUESTS,
    textReader: createTextReader({ agents, models }),
    conversations: createConversations({ redis, workflowUrl, storageLimits }),
    counts: createCounts({ redis }),
    deliveries: createDeliveries({ redis, blobs, workflowUrl, retentionDays }),
    retentionDays,
    doorNotes: createDoorNotes({ redis }),
    ...buildReport({ redis, logger }, eventTelling),
    ...buildDoorRecords({ redis, vault }),
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

const buildDoorRecords = (deps: Parameters<typeof createSignedRequests>[0]) => ({
  handshakes: createHandshakes(deps),
  signedRequests: createSignedRequests(deps),
  hooks: createHooks(deps),
});

function buildAudit({ redis, logger }: Pick<ObservedParts, 'redis' | 'logger'>) {
  const auditLog = createAuditLog({ redis });
  return { auditLog, noteChange: createNoteChange({ auditLog, logger }) };
}

/** The parts of the report on a sender. */
const buildReport = (
  { redis, logger }: Pick<ObservedParts, 'redis' | 'logger'>,
  { refused }: EventParts['eventTelling'],
) => ({
  doorLedger: createDoorLedger({
    redis,
    onFailure: (error) => logger.warn({ error }, 'answer times not written'),
    onRefused: refused,
  }),
  senderFacts: createSenderFacts({ redis }),
  shapeDrift: createShapeDrift({ redis }),
});

/** The page of a workflow in the Temporal Web UI; null if the address of the Web UI is not set. */
function createWorkflowUrl(uiUrl: string | undefined, namespace: string) {
  return function workflowUrl(workflowId: string, runId: string | null): string | null {
    if (uiUrl === undefined) return null;
    const workflow = `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
    return runId === null ? workflow : `${workflow}/${encodeURIComponent(runId)}/history`;
  };
}
