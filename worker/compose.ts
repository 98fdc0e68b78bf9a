import type { Client } from '@temporalio/client';

import { createAgentModels } from '#activities/agent-models.ts';
import { createActivities } from '#activities/index.ts';
import { budgetOf } from '#domain/budget.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { serves } from '#domain/served.ts';
import { taskQueues } from '#domain/task-queues.ts';
import type { Blobs } from '#blobs/blobs.ts';
import { openBlobs } from '#blobs/open.ts';
import { createMessageRecovery } from '#intake/message-recovery.ts';
import { createConcurrencySlots } from '#intake/concurrency-slots.ts';
import { createEgress } from '#egress/egress.ts';
import { createAgentModelSource } from '#models/agent-models.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { createSecretMatcher } from '#network-access/match-secrets.ts';
import { afterStart } from '#platform/after-start.ts';
import type { Logger } from '#platform/logger.ts';
import { createMetrics, type Metrics } from '#platform/metrics/create-metrics.ts';
import { observeBlobs } from '#platform/metrics/observe-blobs.ts';
import { observeDecisions } from '#platform/metrics/observe-decisions.ts';
import { observeModelCalls } from '#platform/metrics/observe-model-calls.ts';
import { observeRuns } from '#platform/metrics/observe-runs.ts';
import type { Settings } from '#platform/required-settings.ts';
import { noTracing, type Tracing } from '#platform/tracing/tracing.ts';
import { samplesOf } from '#senders/samples.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createApis } from '#store/api/apis.ts';
import { createApprovals } from '#store/approval/approvals.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { type Automations, createAutomations } from '#store/automation/automations.ts';
import { createCapabilityReads } from '#store/capability-reads.ts';
import { createCircuits } from '#store/circuits.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createDecisions } from '#store/policy/decisions.ts';
import { createDeliveries, type Deliveries } from '#store/delivery/deliveries.ts';
import { createEarlierRuns } from '#store/earlier-runs.ts';
import type { Jobs } from '#store/jobs/jobs.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import { createMessages } from '#store/message/messages.ts';
import { createSlots } from '#store/slots.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createReplication } from '#store/connection/replication.ts';
import { createRuns } from '#store/run/runs.ts';
import { createSecretStore } from '#store/secret/secrets.ts';
import { createUsage } from '#store/usage/usage.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { createApprovedRequests } from '#temporal/approved-requests.ts';
import { createConversationStarter } from '#temporal/conversations.ts';
import { createProposalStarter } from '#temporal/proposal-starter.ts';
import { createRunStates } from '#temporal/run-states.ts';
import { createRunStarter } from '#temporal/start-run.ts';
import { prepareHooks } from './compose/prepare-hooks.ts';
import type { AgentCompute } from '#compute/agent-compute.ts';
import { composeAccessTokens } from './compose/access-tokens.ts';
import { composeCompute } from './compose/compute.ts';
import { composeErasure } from './compose/erasure.ts';
import { composeTold } from './compose/told.ts';
import { loggedOnTheWay } from './compose/decisions.ts';
import { composeProbes } from './compose/probes.ts';
import { reachOf } from './compose/reach.ts';
import { composeLaterStarts } from './compose/later-starts.ts';
import { composeMail } from './compose/mail.ts';
import { composeRehearsals } from './compose/rehearsals.ts';
import { composeSweep } from './compose/sweep.ts';

/** The parts that the worker is built from: open connections and settings. */
export interface WorkerParts {
  readonly config: Settings;
  readonly redis: Redis;
  /** Another connection to the same server, to wait for its replicas; absent where none is expected. */
  readonly replicaRedis?: Redis | undefined;
  readonly client: Client;
  readonly logger: Logger;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing;
  readonly runsQueue?: string;
  /** The port on which the SDK serves metrics on loopback: a server of our own, as those of the settings. */
  readonly sdkMetricsPort?: number;
  /** Aborts when the worker no longer waits for what is under way. */
  readonly stopping: AbortSignal;
}

/** The parts, and what counts their work. */
interface ObservedParts extends WorkerParts {
  readonly metrics: Metrics<'worker'>;
  readonly tracing: Tracing;
  readonly blobs: Blobs;
}

/** Builds the activities of both queues from their parts. */
export function composeActivities(given: WorkerParts) {
  const metrics = createMetrics('worker');
  const blobs = observeBlobs(openBlobs(given.config), metrics, given.logger);
  const parts = { ...given, metrics, blobs, tracing: given.tracing ?? noTracing };
  const { jobs, ports, warmUp, ...compute } = composeCompute(parts);
  const { probeBlobs, probeParts } = composeProbes(parts);
  return {
    runsActivities: composeRuns(parts, jobs, ports),
    ...compute,
    registry: metrics.registry,
    prepareHooks: () => prepareHooks(parts),
    probeParts,
    /** Work that the start does not wait for. */
    begin: (isAskedToStop: AbortSignal) => {
      probeBlobs().catch(() => undefined);
      if (serves(given.config.SERVE, 'tools')) afterStart(warmUp, isAskedToStop);
    },
  };
}

function composeRuns(parts: ObservedParts, jobs: Jobs, computePorts: AgentCompute['ports']) {
  const { config, redis, blobs, replicaRedis, client, metrics } = parts;
  const { runsQueue = taskQueues.runs } = parts;
  const vault = createVault(config.MASTER_KEYS);
  const policyRecords = createPolicyStore({ redis, vault });
  const replication = createReplication({ redis: replicaRedis, replicasMin: config.REDIS_MIN_REPLICAS });
  const runStates = createRunStates({ client });
  const deliveries = createDeliveries({ redis, blobs, workflowUrl: () => null });
  const ended = createRuns({ redis, replication, onEnded: observeRuns(metrics) });
  const stored = { deliveries, automations: createAutomations({ redis, vault }), runs: ended };
  const { runs, automations, ...told } = composeTold(parts, { vault, runsQueue, runStates, ...stored });
  const waysOut = composeWaysOut(parts, { vault, policyRecords, tellBroken: told.tellBrokenConnection });
  const messages = createMessages({ redis });
  const modelsFor = composeModels(parts);
  const publicUrl = config.PUBLIC_URL;
  const runStarter = createRunStarter({ client, taskQueue: runsQueue, publicUrl });
  const conversationStarter = createConversationStarter({ client, taskQueue: runsQueue, publicUrl });
  const slots = createConcurrencySlots({ slots: createSlots({ redis }), runs, runStarter, runStates });
  return createActivities({
    ...told,
    admissions: createAdmissions({ redis }),
    approvals: createApprovals({ redis }),
    approvedRequests: createApprovedRequests({ client, taskQueue: runsQueue }),
    automations,
    circuits: createCircuits({ redis }),
    deliveries,
    budget: budgetOf(config),
    ...composeErasure(parts, { runsQueue, runStates }),
    jobs,
    messageRecovery: createMessageRecovery({ conversationStarter, messages, runs, runStates }),
    messages,
    usage: createUsage({ redis }),
    proposalStarter: createProposalStarter({ client, taskQueue: runsQueue }),
    samplesOfSender: samplesOf,
    models: modelsFor(automations),
    modelsFor,
    ...composeRehearsals({ redis, blobs }),
    slots,
    ...composeLaterStarts(parts, { deliveries, replication, runs, runsQueue, runStarter, runStates, slots }),
    policyRecords,
    apis: createApis({ redis }),
    ports: { ...waysOut, ...composeReads(redis, deliveries), ...computePorts },
    runs,
    stopping: parts.stopping,
    ...composeSweep(parts, { vault, policyRecords }),
    workspaces: createWorkspaces({ redis }),
  });
}

const composeReads = (redis: Redis, deliveries: Deliveries) => ({
  ...createCapabilityReads({ redis }),
  ...createEarlierRuns({ redis, deliveries }),
});

function composeWaysOut(parts: ObservedParts, shared: Parameters<typeof composeAccessTokens>[1]) {
  const { redis, logger } = parts;
  const { vault, policyRecords } = shared;
  const secretRecords = createSecretStore({ redis, vault });
  const decided = {
    policies: createPolicyMatcher({ records: policyRecords }),
    decisions: loggedOnTheWay(observeDecisions(createDecisions({ redis }), parts), logger),
    logger,
  };
  const egress = createEgress({
    ...decided,
    secrets: policyRecords,
    accessTokens: composeAccessTokens(parts, shared),
    namedSecrets: { ...secretRecords, match: createSecretMatcher({ records: secretRecords }) },
    loopLinks: createLoopLinks({ vault }),
    ...reachOf(parts),
  });
  return { egress, mail: composeMail(parts, decided) };
}

/** The models of automations, as they are stored, or as they would be. */
function composeModels({ config, redis, ...observers }: ObservedParts) {
  const chosen = {
    agents: createAgents({ redis }),
    serviceModel: config.MODEL ?? offlineModelId,
    modelOf: createAgentModelSource(config, observeModelCalls(observers, config.MODEL)),
  };
  return (automations: Pick<Automations, 'revision'>) => createAgentModels({ ...chosen, automations });
}
