import { createAlertWatch } from '#alerts/watch.ts';
import { watchRuns } from '#alerts/watched-runs.ts';
import { budgetOf } from '#domain/budget.ts';
import { chatLimits } from '#domain/chat-limits.ts';
import { storageLimitsOf } from '#domain/storage-limits.ts';
import { tellRuns } from '#events/told-runs.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { createAfterFiltered } from '#intake/after-filtered.ts';
import { createConcurrencySlots } from '#intake/concurrency-slots.ts';
import { freeLines } from '#intake/free-lines.ts';
import { createHeldWaker } from '#intake/wake-held.ts';
import { createIntake } from '#intake/receive.ts';
import { createReplayMany } from '#intake/replay-many.ts';
import { createRunSkipped } from '#intake/run-skipped.ts';
import { observeRuns } from '#platform/metrics/observe-runs.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import { createApprovalLinks } from '#store/approval/approval-links.ts';
import { createVault } from '#store/secret/vault.ts';
import { createApprovals } from '#store/approval/approvals.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { deliveryOfArrival } from '#store/admission/arrival.ts';
import { createCases } from '#store/case/cases.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { createHeld } from '#store/held.ts';
import { createRecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import { createRehearsals } from '#store/rehearsal/rehearsals.ts';
import { createReplication } from '#store/connection/replication.ts';
import { createRuns } from '#store/run/runs.ts';
import { createWorkerBeats } from '#store/worker-beats.ts';
import { createSlots } from '#store/slots.ts';
import { type AlertStarter, createAlertStarter } from '#temporal/alert-starter.ts';
import { createApprovedRequests } from '#temporal/approved-requests.ts';
import { createConversationStarter } from '#temporal/conversations.ts';
import { createProposalStarter } from '#temporal/proposal-starter.ts';
import { createErasureStarter } from '#temporal/erasure-starter.ts';
import { createHeldStarter } from '#temporal/held-starter.ts';
import { createServiceRuns } from '#temporal/service-runs.ts';
import { createRehearsalStarter } from '#temporal/rehearsal-starter.ts';
import { createReplayStarter } from '#temporal/replay-starter.ts';
import { createRunStates, type RunStates } from '#temporal/run-states.ts';
import { createRunStarter } from '#temporal/start-run.ts';
import { createVoidApprovals } from '../operations/approvals/void-approvals.ts';
import type { ObservedParts } from '../parts.ts';
import type { EventParts } from './events.ts';

/** How long a request waits for what it erases. */
const defaultErasureWaitMs = 10_000;
/** How long a request waits for the model that reads its English. */
const defaultProposalWaitMs = 10_000;
/** How long a request waits for its test alert: as long as a request out may take, and a little. */
const alertWaitMs = 35_000;

const serviceRunsOf = ({ redis, temporal: { client } }: ObservedParts, taskQueue: string) =>
  createServiceRuns({ client, taskQueue, silentWorkers: createWorkerBeats({ redis, taskQueue }).silent });

export function buildRuns(parts: ObservedParts, events: Pick<EventParts, 'eventWaker'>) {
  const {
    config,
    redis,
    blobs,
    temporal: { client },
    runsQueue = taskQueues.runs,
    replyWaitMs,
    erasureWaitMs = defaultErasureWaitMs,
    proposalWaitMs = defaultProposalWaitMs,
  } = parts;
  const taken = buildIntake(parts, runsQueue, events);
  const { intake } = taken;
  const deliveries = createDeliveries({ redis, blobs, workflowUrl: () => null });
  return {
    ...taken,
    ...buildApprovals(parts, runsQueue),
    alertWaitMs,
    replayMany: createReplayMany({ deliveries, intake }),
    cases: createCases({ redis }),
    runRequestsMax: budgetOf(config).requests,
    rehearsals: createRehearsals({ redis }),
    recordedRuns: createRecordedRuns({ redis, blobs }),
    rehearsalStarter: createRehearsalStarter({ client, taskQueue: runsQueue }),
    replayStarter: createReplayStarter({ client, taskQueue: runsQueue }),
    runSkipped: createRunSkipped({ deliveries, intake }),
    conversationStarter: createConversationStarter({
      client,
      taskQueue: runsQueue,
      publicUrl: config.PUBLIC_URL,
    }),
    serviceRuns: serviceRunsOf(parts, runsQueue),
    erasures: createErasures({ redis }),
    erasureStarter: createErasureStarter({ client, taskQueue: runsQueue }),
    proposalStarter: createProposalStarter({ client, taskQueue: runsQueue }),
    proposalWaitMs,
    erasureWaitMs,
    replyWaitMs: replyWaitMs ?? chatLimits.replyWaitMs,
  };
}

/** Requests that wait for an approval. */
function buildApprovals({ config, redis, temporal: { client } }: ObservedParts, taskQueue: string) {
  const approvals = createApprovals({ redis });
  const approvedRequests = createApprovedRequests({ client, taskQueue });
  const approvalLinks = createApprovalLinks({ vault: createVault(config.MASTER_KEYS) });
  return {
    approvals,
    approvalLinks,
    approvedRequests,
    voidApprovals: createVoidApprovals(approvals, approvedRequests),
  };
}

/** From a delivery to its run. */
function buildIntake(
  parts: ObservedParts,
  runsQueue: string,
  { eventWaker }: Pick<EventParts, 'eventWaker'>,
) {
  const { config, redis, replicaRedis, temporal, logger } = parts;
  const started = { client: temporal.client, taskQueue: runsQueue };
  const runStarter = createRunStarter({ ...started, publicUrl: config.PUBLIC_URL });
  const runStates = createRunStates(started);
  const admissions = createAdmissions({
    redis,
    storageLimits: storageLimitsOf(config),
    loopRoundsMax: config.LOOP_ROUNDS_MAX,
    onEnded: observeRuns(parts.metrics),
  });
  const alertStarter = createAlertStarter(started);
  const replication = createReplication({ redis: replicaRedis, replicasMin: config.REDIS_MIN_REPLICAS });
  const heldWaker = createHeldWaker({
    held: createHeld({ redis }),
    heldStarter: createHeldStarter(started),
    logger,
  });
  const told = tellRuns(watchedRuns(parts, { alertStarter, runStates }), eventWaker);
  const runs = freeLines(told, heldWaker);
  const intake = createIntake({
    admissions,
    afterFiltered: createAfterFiltered({
      runs,
      deliveryOf: deliveryOfArrival,
      wake: eventWaker.wake,
      onFailure: (error) => logger.warn({ error }, 'shape of a delivery not noted'),
    }),
    heldWaker,
    slots: createConcurrencySlots({ slots: createSlots({ redis }), runs, runStarter, runStates }),
    replication,
    runStarter,
    runStates,
    traceId: parts.tracing.traceId,
  });
  return { alertStarter, admissions, heldWaker, intake, replication };
}

/** Runs whose ends alert rules judge. */
function watchedRuns(
  { redis, logger, metrics }: ObservedParts,
  deps: { readonly alertStarter: AlertStarter; readonly runStates: RunStates },
) {
  const alertWatch = createAlertWatch({ alerts: createAlerts({ redis }), logger, ...deps });
  return watchRuns(createRuns({ redis, onEnded: observeRuns(metrics) }), alertWatch);
}
