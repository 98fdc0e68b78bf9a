import { loadModelTools, type ModelTools } from '@reveille/tools';
import type { ApiParts } from '../../parts.ts';
import { createFetchPublic, type FetchPublic } from '../../../egress/fetch-public.ts';
import { createJobs } from '../../../store/jobs/jobs.ts';
import { createPreviewUsage } from '../../../store/previews.ts';
import { createModelCalls } from '../../../store/model-calls.ts';
import { createQuotaStore } from '../../../store/quota.ts';
import { createSheetIndex } from '../../../store/sheet-index.ts';
import { topicLength } from '../../../contracts/preview.ts';
import { createWaitlistRows } from '../../../store/waitlist.ts';
import { taskQueues } from '../../../domain/task-queues.ts';
import { createComputeRunner } from '../../../temporal/run-compute.ts';
import { textTools } from '../../../compute/threads/text-tools.ts';
import { createImagePool } from '../../../compute/image/image-pool.ts';
import { createToolInvoker, type ToolInvoker } from '../../../compute/threads/tool-invoker.ts';
import { withinBudget } from '../../../models/within-budget.ts';
import { createAllowedDomains } from '../../../waitlist/allowed-domains.ts';
import { createPublicModel } from '../../../models/public-model.ts';
import type { WaitlistBackend } from '../../../waitlist/backend.ts';
import { csvOf } from '../../../waitlist/csv.ts';
import { createEmbeddedBackend } from '../../../waitlist/embedded-backend.ts';
import { createAccessTokens } from '../../../waitlist/google/access-token.ts';
import { createGoogleBackend } from '../../../waitlist/google/google-backend.ts';
import { createOneWriter } from '../../../waitlist/google/one-writer.ts';
import { createSheetsApi } from '../../../waitlist/google/sheets-api.ts';
import { createWaitlist } from '../../../waitlist/waitlist.ts';
import { createPublicQuota, windowSeconds } from '../../quota/public-quota.ts';

const { createImageAnalyst, createModelTools, createPreviews, modelFamily } = await loadModelTools();
const now = () => new Date();

/** Builds what the six endpoints need. */
export function composePublic(parts: ApiParts) {
  const { config, redis, temporal, logger, runsQueue: runs = taskQueues.runs } = parts;
  const { computeQueue: compute = taskQueues.compute } = parts;
  const model = config.MODEL === undefined ? null : createPublicModel(config.MODEL, config);
  const modelCalls = createModelCalls({ redis, perDay: config.MODEL_CALLS_PER_DAY, now });
  const modelTools = createModelTools({
    ...(model && { generate: withinBudget(modelCalls, model.generate) }),
    onFailure: (tool, error) => logger.warn({ tool, error }, 'model gave no result'),
  });
  const tools = createLazyTools(modelTools);
  const imagePool = createImagePool();
  const images = createImageAnalyst({
    measure: imagePool.measure,
    fetchPublic: imageFetch(createFetchPublic()),
    ...(model && { describe: withinBudget(modelCalls, model.describe) }),
    onFailure: (error) => logger.warn({ error }, 'image not described by the model'),
  });
  const rows = createWaitlistRows({ redis });
  return {
    deps: {
      trustedProxyHops: config.TRUSTED_PROXY_HOPS,
      quota: createPublicQuota({
        store: createQuotaStore({
          redis,
          windowSeconds,
          onUnavailable: (error) => logger.warn({ error }, 'public quota counted by this process alone'),
        }),
        quota: config.PUBLIC_QUOTA,
      }),
      tools,
      catalogue: textTools.buildCatalogue(model ? [modelFamily] : []),
      images,
      jobs: createJobs({ dataDir: config.DATA_DIR }),
      compute: createComputeRunner({ client: temporal.client, taskQueues: { runs, compute } }),
      previews: createPreviews({
        ...(model && { generate: model.generate }),
        usage: createPreviewUsage({
          redis,
          freePerDay: config.PREVIEWS_FREE_PER_DAY,
          perDay: config.PREVIEWS_PER_DAY,
          now,
        }),
        limits: {
          freePerDay: config.PREVIEWS_FREE_PER_DAY,
          topicCharsMax: topicLength.max,
          humanizerCharsMax: config.HUMANIZER_MAX_CHARS,
        },
        now,
        onFailure: (error) => logger.warn({ error }, 'preview made by rules'),
      }),
      waitlist: createWaitlist({
        backend: waitlistBackend(parts, rows),
        sheets: config.WAITLIST_SHEETS,
        isAllowedDomain: createAllowedDomains(config.WAITLIST_BLOCKED_DOMAINS),
        onUnavailable: (reason) => logger.error({ reason }, 'waitlist away'),
        now,
      }),
      waitlistSheets: config.WAITLIST_SHEETS,
      waitlistCsv: (sheet: string) => csvOf(rows.pages(sheet)),
    },
    /** Starts the threads of the tools, so that the first caller does not wait for them. */
    warmUp: tools.start,
    close: async () => {
      await Promise.all([tools.close(), imagePool.close()]);
    },
  };
}

/** The way out for strangers' URLs, in the words of the image analyst. */
function imageFetch(fetchPublic: FetchPublic): Parameters<typeof createImageAnalyst>[0]['fetchPublic'] {
  return async (url, options) => {
    const answer = await fetchPublic(url, options);
    if (answer.kind !== 'fetched') return answer;
    return { kind: 'answered', status: answer.status, body: answer.bytes };
  };
}

function waitlistBackend(
  { config, redis, googleAccount }: ApiParts,
  rows: ReturnType<typeof createWaitlistRows>,
): WaitlistBackend {
  const spreadsheetId = config.GOOGLE_SHEETS_ID;
  if (spreadsheetId === undefined || googleAccount === undefined) return createEmbeddedBackend({ rows });
  const index = createSheetIndex({ redis, spreadsheetId });
  const accessTokens = createAccessTokens({ account: googleAccount, now });
  const baseUrl = config.GOOGLE_API_BASE_URL;
  return createGoogleBackend({
    index,
    sheets: createSheetsApi({ spreadsheetId, accessTokens, ...(baseUrl === undefined ? {} : { baseUrl }) }),
    writer: createOneWriter({ index }),
  });
}

/** Every tool: those of a model, and the others with threads that start when they are first needed. */
function createLazyTools(modelTools: ModelTools) {
  let invoker: ToolInvoker | undefined;
  const started = () => (invoker ??= createToolInvoker({ otherIds: modelTools.usableIds }));
  const invoke: ToolInvoker['invoke'] = async (id, ...call) =>
    await (modelTools.knows(id) ? modelTools : started()).invoke(id, ...call);
  return {
    invoke,
    start: () => void started(),
    close: async () => {
      await invoker?.close();
    },
  };
}
