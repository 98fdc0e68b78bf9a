import { createEgress } from '../egress/egress.ts';
import { createPolicyMatcher } from '../network-access/match-policies.ts';
import { createPolicies } from '../network-access/policies.ts';
import { chatLimits } from '../domain/chat-limits.ts';
import { offlineModelId } from '../domain/offline-model-id.ts';
import { taskQueues } from '../domain/task-queues.ts';
import { createConcurrencySlots } from '../intake/concurrency-slots.ts';
import { createIntake } from '../intake/receive.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createAdmissions } from '../store/admissions.ts';
import { createAgents } from '../store/agents.ts';
import { createAutomations } from '../store/automations.ts';
import { createConversations } from '../store/conversations.ts';
import { createDecisions } from '../store/decisions.ts';
import { createDeliveries } from '../store/deliveries.ts';
import { createHooks } from '../store/hooks.ts';
import { createSlots } from '../store/slots.ts';
import { createPolicyStore } from '../store/policies.ts';
import { createRuns } from '../store/runs.ts';
import { createUsage } from '../store/usage.ts';
import { createVault } from '../store/vault.ts';
import { createWorkspaces } from '../store/workspaces.ts';
import { createConversationStarter } from '../temporal/conversations.ts';
import { createRunStates } from '../temporal/run-states.ts';
import { createRunStarter } from '../temporal/start-run.ts';
import { createWorkflowUrl } from '../temporal/workflow-url.ts';
import { createApiVersions } from '../domain/api-versions.ts';
import { createApp } from './app.ts';
import { createAutomationHints } from './operations/automations/hints.ts';
import type { ApiParts } from './parts.ts';
import { composePublic } from './routes/public/compose.ts';

/** Builds the API from its parts. */
export function composeApi(parts: ApiParts) {
  const { config, redis, temporal, logger, runsQueue = taskQueues.runs } = parts;
  const { client, namespace } = temporal;
  const publicUrl = config.PUBLIC_URL;
  const workflowUrl = createWorkflowUrl(config.TEMPORAL_UI_URL, namespace);
  const recordUrl = (deliveryId: string) => `${publicUrl}/manage/deliveries/${deliveryId}`;
  const runStarter = createRunStarter({ client, taskQueue: runsQueue, recordUrl });
  const runStates = createRunStates({ client });
  const admissions = createAdmissions({ redis });
  const slots = createConcurrencySlots({
    slots: createSlots({ redis }),
    runs: createRuns({ redis }),
    runStates,
  });
  const vault = createVault(config.MASTER_KEYS);
  const policyRecords = createPolicyStore({ redis, vault });
  const decisions = createDecisions({ redis, retentionDays: config.ACTIVITY_RETENTION_DAYS });
  const egress = createEgress({
    policies: createPolicyMatcher({ records: policyRecords }),
    secrets: policyRecords,
    decisions,
    allowAddresses: config.EGRESS_ALLOW_ADDRESSES,
    logger,
  });
  const metrics = createMetrics();
  const publicApi = composePublic(parts);
  const agents = createAgents({ redis });
  const app = createApp({
    ...publicApi.deps,
    versions: createApiVersions(),
    logger,
    metrics,
    adminToken: config.ADMIN_TOKEN,
    publicUrl,
    models: config.MODEL === undefined ? [offlineModelId] : [config.MODEL, offlineModelId],
    admissions,
    hooks: createHooks({ redis }),
    intake: createIntake({ admissions, slots, runStarter, runStates }),
    agents,
    automations: createAutomations({ redis, vault }),
    automationHints: createAutomationHints({
      agents,
      policyRecords,
      hasModel: config.MODEL !== undefined && config.MODEL !== offlineModelId,
    }),
    conversations: createConversations({ redis, workflowUrl }),
    conversationStarter: createConversationStarter({ client, taskQueue: runsQueue, publicUrl }),
    replyWaitMs: parts.replyWaitMs ?? chatLimits.replyWaitMs,
    deliveries: createDeliveries({ redis, workflowUrl }),
    policies: createPolicies({ records: policyRecords }),
    decisions,
    egress,
    usage: createUsage({ redis }),
    workspaces: createWorkspaces({ redis }),
    probes: {
      redis: () => redis.ping(),
      temporal: () => client.workflowService.getSystemInfo({}),
    },
  });
  return { app, metrics, warmUp: publicApi.warmUp, close: publicApi.close };
}
