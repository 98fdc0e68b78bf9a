import { buildCatalogue, loadModelTools } from '@reveille/tools';
import { createApiDocuments } from '#compute/api-document/api-documents.ts';
import { createImagePool } from '#compute/image/image-pool.ts';
import { observedToolCall } from '#compute/threads/observed-tool-call.ts';
import { textTools } from '#compute/threads/text-tools.ts';
import { createToolInvoker } from '#compute/threads/tool-invoker.ts';
import { pdfJobsPerClientMax } from '#contracts/pdf.ts';
import { topicLength } from '../operations/skills/preview-blog-post.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { createFetchPublic } from '#egress/fetch-public.ts';
import { createPublicModel } from '#models/public-model.ts';
import { observeModelCalls } from '#platform/metrics/observe-model-calls.ts';
import { observeToolCalls } from '#platform/metrics/observe-tool-calls.ts';
import { withinBudget } from '#models/within-budget.ts';
import { createAwaitedResults } from '#store/jobs/awaited-results.ts';
import { createJobs } from '#store/jobs/jobs.ts';
import { createModelCalls } from '#store/model-calls.ts';
import { createPreviewUsage } from '#store/previews.ts';
import { createQuotaStore } from '#store/quota.ts';
import { createComputeRunner } from '#temporal/run-compute.ts';
import { createFetchImage } from '../operations/images/fetch-image.ts';
import { createEveryTool } from '../operations/tools/every-tool.ts';
import type { ObservedParts } from '../parts.ts';
import { createPublicQuota, windowSeconds } from '../quota/public-quota.ts';
import { DomainError } from '#domain/domain-error.ts';
import { createTurns, type Turns } from '#compute/turns.ts';

const { createImageAnalyst, createModelTools, createPreviews, modelFamily } = await loadModelTools();
const now = () => new Date();

/** Dependencies of the public API, except for the waitlist. */
export function buildPublicApi(parts: ObservedParts) {
  const {
    config,
    redis,
    blobs,
    cacheRedis = redis,
    temporal,
    logger,
    runsQueue: runs = taskQueues.runs,
  } = parts;
  const { computeQueue: compute = taskQueues.compute } = parts;
  const model =
    config.MODEL === undefined
      ? null
      : createPublicModel(config.MODEL, config, observeModelCalls(parts, config.MODEL));
  return {
    quota: createPublicQuota({
      store: createQuotaStore({
        redis: cacheRedis,
        windowSeconds,
        onUnavailable: (error) =>
          logger.warn({ error }, 'public quota store unavailable, counting in this process'),
      }),
      quota: config.PUBLIC_QUOTA,
    }),
    manageRate: {
      store: createQuotaStore({
        redis: cacheRedis,
        windowSeconds: 60,
        onUnavailable: (error) =>
          logger.warn({ error }, 'requests to the management API are counted in this process'),
      }),
      max: config.MANAGE_REQUESTS_PER_MINUTE,
    },
    catalogue: buildCatalogue([...textTools.families, ...(model ? [modelFamily] : [])]),
    jobs: createJobs({ dataDir: config.DATA_DIR, blobs }),
    awaitedResults: createAwaitedResults({ redis, logger }),
    pdfTurns: createPdfTurns({ callerSlotsMax: pdfJobsPerClientMax }),
    compute: createComputeRunner({ client: temporal.client, taskQueues: { runs, compute } }),
    apiDocuments: createApiDocuments({
      onCrash: (error) => logger.error({ error }, 'the reader of documents crashed'),
    }),
    ...buildModelTools(parts, model),
    previews: buildPreviews(parts, model),
  };
}

type Model = ReturnType<typeof createPublicModel> | null;

/** The text tools and the image analysis; their model calls share one budget. */
function buildModelTools({ config, redis, logger, toolThreads, ...observers }: ObservedParts, model: Model) {
  const modelCalls = createModelCalls({ redis, perDay: config.MODEL_CALLS_PER_DAY, now });
  const modelTools = createModelTools({
    ...(model && { generate: withinBudget(modelCalls, model.generate) }),
    onFailure: (tool, error) => logger.warn({ tool, error }, 'model tool failed'),
  });
  const imagePool = createImagePool();
  const images = createImageAnalyst({
    measure: imagePool.measure,
    fetchPublic: createFetchImage(createFetchPublic()),
    ...(model && { describe: withinBudget(modelCalls, model.describe) }),
    onFailure: (error) => logger.warn({ error }, 'model failed to describe the image, using measurements'),
  });
  const onCall = observeToolCalls(observers);
  const startThreads = () => createToolInvoker({ ...toolThreads, otherIds: modelTools.usableIds, onCall });
  const observedModelTools = {
    ...modelTools,
    invoke: (id: string, params: unknown) =>
      observedToolCall(onCall, id, () => modelTools.invoke(id, params)),
  };
  return { tools: createEveryTool({ modelTools: observedModelTools, startThreads }), images, imagePool };
}

function buildPreviews({ config, redis, logger }: ObservedParts, model: Model) {
  const { PREVIEWS_FREE_PER_DAY: freePerDay, PREVIEWS_PER_DAY: perDay } = config;
  return createPreviews({
    ...(model && { generate: model.generate }),
    usage: createPreviewUsage({ redis, freePerDay, perDay, now }),
    limits: { freePerDay, topicCharsMax: topicLength.max, humanizerCharsMax: config.HUMANIZER_MAX_CHARS },
    now,
    onFailure: (error) => logger.warn({ error }, 'model failed, preview made by rules'),
  });
}

/** Far more than there are processes for PDFs: whose job is next among those of different clients the queue decides. */
const slots = Array.from({ length: 100 }, (_, index) => index);

const busy = () =>
  new DomainError('INTERNAL_ERROR', 'Too many PDFs are waiting.', { hint: 'Try again in a few seconds.' });

/** Turns of clients at the workers: one client has `callerSlotsMax` jobs there at once, and others do not wait for its rest. */
const createPdfTurns = ({ callerSlotsMax }: { readonly callerSlotsMax: number }): Turns<number> =>
  createTurns({ slots, callerSlotsMax, waitMsMax: 60_000, waitingMax: 100, busy });
