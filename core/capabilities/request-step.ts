import { z } from 'zod';

import { CalledOperation } from '#contracts/api.ts';
import { stepTiming, stepTries } from '#contracts/run.ts';
import { recordedBody } from '#domain/recorded-body.ts';
import { isForbidden, type ShownAct } from './acting-step.ts';
import type { Failed, Refused } from './call-failure.ts';
import type { Exchange } from './exchange.ts';
import type { Response } from './http-response.ts';

/** Absent in records of earlier releases. */
const bodyOf = (description: string) => z.string().nullable().default(null).describe(description);

export const RequestStep = z.object({
  kind: z.literal('request').describe('One request that the agent made.'),
  ...stepTiming,
  ...stepTries,
  operation: CalledOperation.nullable()
    .default(null)
    .describe('The operation of an API that wrote the request. Null: none.'),
  method: z.string(),
  host: z.string(),
  port: z
    .int()
    .nullable()
    .default(null)
    .describe('Null: that of the scheme, or not recorded by an earlier release.'),
  path: z.string().describe('Without the query; of a part that looks like a key, only the beginning.'),
  status: z.int().nullable().describe('The status that the target answered. Null where it did not.'),
  attachedHeaders: z
    .array(z.string())
    .describe('Names of the headers that Network Access attached; never their values.'),
  outcome: z
    .enum(['answered', 'waiting', 'refused', 'invalid', 'failed', 'unknown'])
    .describe(
      '`answered`: the target answered, whatever the status. `waiting`: for an approval, nothing was sent. `refused`: not allowed by Network Access, or not approved; nothing was sent. `invalid`: malformed, nothing was sent. `failed`: allowed, but without an answer. `unknown`: cut off after it may have left; the target may have acted on it.',
    ),
  error: z.string().nullable().describe('Says what went wrong. Null where the target answered.'),
  requestBody: bodyOf(
    'The body that was sent, at most 16 KB: with the names of secrets in the place of their values, and without credentials. Null where nothing was.',
  ),
  responseBody: bodyOf(
    'The body that the target answered, at most 16 KB, without credentials. Null where it did not.',
  ),
});

type StoredStep = z.output<typeof RequestStep>;

/** The step as a record shows it: the bodies are stored at up to 64 KiB each. */
export const withShownBodies = (step: StoredStep): StoredStep => ({
  ...step,
  requestBody: step.requestBody === null ? null : recordedBody(step.requestBody),
  responseBody: step.responseBody === null ? null : recordedBody(step.responseBody),
});

/** The result that the agent was told of the request; null where it was told nothing, or an earlier release kept no exchange. */
export function recalledResult(
  { outcome, status, error, responseBody }: StoredStep,
  { answer }: Exchange,
): Response | Refused | Failed | null {
  if (outcome === 'answered')
    return answer === undefined || status === null
      ? null
      : { kind: 'response', status, body: responseBody ?? '', ...answer };
  if (outcome === 'waiting' || outcome === 'unknown') return null;
  return { kind: outcome === 'failed' ? 'failed' : 'refused', message: error ?? '' };
}

export function shownRequest(step: z.input<typeof RequestStep>): ShownAct {
  const { operation = null, method, host, port = null, path, status, outcome, error, attachedHeaders } = step;
  const wantsKey = attachedHeaders.length === 0 && (status === 401 || status === 403);
  const values = {
    Operation: operation?.name,
    'Headers attached': attachedHeaders.join(', ') || 'none',
    'Body sent': step.requestBody,
    'Body answered': step.responseBody,
  };
  const receiver = port === null ? host : `${host}:${port}`;
  return {
    title: method,
    target: `${receiver}${path}`,
    receiver,
    outcome: status === null ? outcome : `answered ${status}`,
    isGood: outcome === 'answered' && (status ?? 0) < 400,
    error,
    details: Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    remedy: isForbidden(step) || wantsKey ? { kind: wantsKey ? 'add-key' : 'allow', name: host } : null,
  };
}
