import { z } from 'zod';

import { defaultLoopRoundsMax } from '#domain/loop.ts';
import { servable } from '#domain/served.ts';
import { workerGraceMs } from '#domain/stop-times.ts';
import { type KeyVariable, parseModelId, providers } from '#models/providers.ts';
import { absoluteUrl, addressRanges, endpoints, list } from './address-settings.ts';
import { traceSettings } from './trace-settings.ts';
import { blobsUrl } from './blobs-url.ts';
import { checkReplicas, redisUrl } from './redis-url.ts';
import { checkWorkerVersion, deploymentPart } from './worker-version.ts';
import { mailSender, smtpUrl } from './mail-settings.ts';

const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** `0.5` or `12`; at most six decimals, because amounts are counted in millionths. */
const dollars = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be an amount in US dollars such as 0.50')
  .transform(Number)
  .pipe(z.number().positive('must be more than 0'));

/** `0.25/2.00` or `0.25/2.00/0.03`: input, output, cached input. */
const modelPrice = z
  .string()
  .regex(
    /^\d{1,6}(\.\d{1,6})?(\/\d{1,6}(\.\d{1,6})?){1,2}$/,
    'must be US dollars for a million tokens of input and of output, such as 0.25/2.00, or also of cached input, such as 0.25/2.00/0.03',
  )
  .transform((text) => {
    const [inputPerMillion = 0, outputPerMillion = 0, cachedPerMillion] = text.split('/').map(Number);
    return {
      inputPerMillion,
      outputPerMillion,
      ...(cachedPerMillion !== undefined && { cachedPerMillion }),
    };
  });

const port = wholeNumber(0, 65_535);

/** `Title` or `Title:closed`; sheet titles cannot contain a colon. */
const waitlistSheet = z
  .string()
  .regex(/^[^[\]*?/\\:]{1,100}(:closed)?$/, 'must hold sheet titles, each optionally followed by :closed')
  .transform((entry) => ({
    title: entry.replace(/:closed$/, '').trim(),
    isClosed: entry.endsWith(':closed'),
  }))
  .refine(({ title }) => title !== '', 'must not hold an empty title');

/** `Waitlist,Beta:closed`: sheet titles, the first is the default; a `:closed` sheet accepts no more addresses. */
const waitlistSheets = list
  .pipe(z.array(waitlistSheet).min(1, 'must name at least one sheet'))
  .refine(
    (sheets) => new Set(sheets.map(({ title }) => title)).size === sheets.length,
    'names one sheet twice',
  );

const masterKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/]{43}=$/, 'must be id:base64 of 32 bytes')
  .transform((entry) => {
    const [id = '', key = ''] = entry.split(':');
    return { id, key: Buffer.from(key, 'base64') };
  });

const masterKeys = list
  .pipe(z.array(masterKey).min(1, 'must hold at least one id:base64 pair'))
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'names one id twice');

const providerIds = providers.map(({ id }) => id);

const model = z
  .string()
  .refine(
    (id) => parseModelId(id)?.modelId,
    `must be provider/model-id, the provider one of ${providerIds.join(', ')}`,
  );

const modelKeys = Object.fromEntries(
  providers.map(({ keyVariable }) => [keyVariable, z.string().optional()]),
) as Record<KeyVariable, z.ZodOptional<z.ZodString>>;

/** The environment variables by name; `.env.example` documents each. */
export const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(8080),
    METRICS_PORT: wholeNumber(0, 65_534).default(9464),
    SDK_METRICS_PORT: wholeNumber(1, 65_535).optional(),
    SERVE: z.enum(servable, 'must be all, hooks or tools').default('all'),
    PUBLIC_URL: absoluteUrl.optional(),
    DATA_DIR: z.string().default('.data'),
    ADMIN_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
    MASTER_KEYS: masterKeys.optional(),
    REDIS_URL: redisUrl.optional(),
    REDIS_CACHE_URL: redisUrl.optional(),
    REDIS_MIN_REPLICAS: wholeNumber(0, 100).default(0),
    BLOBS_URL: blobsUrl.optional(),
    SMTP_URL: smtpUrl.optional(),
    SMTP_FROM: mailSender.optional(),
    AGENT_MAIL_PER_DAY: wholeNumber(0).default(0),
    TEMPORAL_ADDRESS: z
      .string()
      .regex(/^[^\s/]+:\d{1,5}$/, 'must be host:port')
      .optional(),
    TEMPORAL_RETENTION_DAYS: wholeNumber(1, 3_650).optional(),
    TEMPORAL_UI_URL: absoluteUrl.optional(),
    MODEL: model.optional(),
    MODEL_BASE_URL: absoluteUrl.optional(),
    MODEL_PRICE: modelPrice.optional(),
    ...modelKeys,
    RUN_MAX_STEPS: wholeNumber(1, 100).default(8),
    RUN_MAX_REQUESTS: wholeNumber(0, 100).default(5),
    RUN_MAX_TOKENS: wholeNumber(1).default(100_000),
    RUN_MAX_COST_USD: dollars.optional(),
    RUN_MAX_MINUTES: wholeNumber(1, 24 * 60).default(30),
    // The largest integer of a structured field (RFC 9651).
    PUBLIC_QUOTA: wholeNumber(1, 999_999_999_999_999).default(100),
    MANAGE_REQUESTS_PER_MINUTE: wholeNumber(1).default(6000),
    CONNECTIONS_MAX: wholeNumber(1).optional(),
    TRUSTED_PROXY_HOPS: wholeNumber(0, 32).default(0),
    LOOP_ROUNDS_MAX: wholeNumber(0, 1_000).default(defaultLoopRoundsMax),
    EGRESS_ALLOW_ADDRESSES: addressRanges.default([]),
    EGRESS_DENY_ENDPOINTS: endpoints.default([]),
    WAITLIST_SHEETS: waitlistSheets.default([{ title: 'Waitlist', isClosed: false }]),
    WAITLIST_BLOCKED_DOMAINS: list.default([]),
    GOOGLE_SHEETS_ID: z.string().optional(),
    GOOGLE_SERVICE_ACCOUNT: z.string().optional(),
    GOOGLE_API_BASE_URL: absoluteUrl.optional(),
    PREVIEWS_FREE_PER_DAY: wholeNumber(0).default(3),
    PREVIEWS_PER_DAY: wholeNumber(0).default(1000),
    HUMANIZER_MAX_CHARS: wholeNumber(1).default(5000),
    MODEL_CALLS_PER_DAY: wholeNumber(0).default(1000),
    ACTIVITY_RETENTION_DAYS: wholeNumber(1).default(400),
    WORKSPACE_STORED_BYTES: wholeNumber(1).default(20_000_000_000),
    WORKSPACE_STORED_BYTES_PER_DAY: wholeNumber(1).default(2_000_000_000),
    WORKER_DEPLOYMENT_NAME: deploymentPart.optional(),
    WORKER_BUILD_ID: deploymentPart.optional(),
    ARCHIVE_AFTER_HOURS: wholeNumber(0).default(48),
    SHUTDOWN_GRACE_SECONDS: wholeNumber(0, 3_600).default(workerGraceMs / 1_000),
    ...traceSettings(absoluteUrl),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .superRefine((env, context) => {
    const provider = parseModelId(env.MODEL ?? '')?.provider;
    // A gateway at a custom base URL may supply the key.
    if (provider === undefined || env.MODEL_BASE_URL !== undefined) return;
    const variable = provider.isSelfHosted ? 'MODEL_BASE_URL' : provider.keyVariable;
    if (env[variable] === undefined)
      context.addIssue({
        code: 'custom',
        path: [variable],
        message: `is needed when MODEL is ${provider.id}/…`,
      });
  })
  .superRefine(checkWorkerVersion)
  .superRefine(checkReplicas)
  .refine((env) => env.AGENT_MAIL_PER_DAY === 0 || env.SMTP_URL !== undefined, {
    path: ['SMTP_URL'],
    message: 'is needed when AGENT_MAIL_PER_DAY is more than 0',
  })
  .refine((env) => env.GOOGLE_SHEETS_ID === undefined || env.GOOGLE_SERVICE_ACCOUNT !== undefined, {
    path: ['GOOGLE_SERVICE_ACCOUNT'],
    message:
      'is needed when GOOGLE_SHEETS_ID is set: the key file of a service account, its JSON or its path',
  });
export type Environment = z.infer<typeof Environment>;

/** The variables whose values are secrets: each may be in a file instead, which `NAME_FILE` names. */
export const secretNames: readonly string[] = [
  'ADMIN_TOKEN',
  'MASTER_KEYS',
  'REDIS_URL',
  'REDIS_CACHE_URL',
  'BLOBS_URL',
  'SMTP_URL',
  'GOOGLE_SERVICE_ACCOUNT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  // The variable of Temporal's SDK, which reads it by itself.
  'TEMPORAL_API_KEY',
  ...Object.keys(modelKeys),
];
