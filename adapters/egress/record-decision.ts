import type { NewDecision } from '#contracts/decision.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { shownPath } from '#domain/shown-path.ts';
import type { Hop, HopDeps } from './hop.ts';
import type { Redact } from './redact.ts';
import { queryKeysOf } from './target.ts';

/** Writes down what was decided about a hop. */
export async function recordDecision(
  { decisions, logger, redactFor }: Pick<HopDeps, 'decisions' | 'logger' | 'redactFor'>,
  hop: Hop,
  facts: Partial<NewDecision>,
): Promise<void> {
  const { scope } = hop;
  const row = { ...rowOf(hop, redactFor(hop.earlierSecrets)), ...facts };
  const { host, policyIds, redactions } = row;
  if (redactions > 0) {
    logger.warn(
      { ...scope, host, policyIds, redactions },
      'A target sent a credential back; it was redacted',
    );
  }
  await appendDecision({ decisions, logger }, scope, row);
}

/** A log that cannot be written must not make a sent request look unsent. */
export async function appendDecision(
  { decisions, logger }: Pick<HopDeps, 'decisions' | 'logger'>,
  scope: AgentScope,
  row: NewDecision,
): Promise<void> {
  try {
    await decisions.append(scope, row);
  } catch (err) {
    logger.error({ ...scope, host: row.host, err }, 'A decision could not be recorded');
  }
}

/** A decision as if it were allowed and had no result. */
export const withoutFacts = {
  allowed: true,
  ground: 'policy',
  detail: null,
  queryKeys: [],
  hop: 0,
  policyId: null,
  policyIds: [],
  attachedHeaders: [],
  ignoredHeaders: [],
  secrets: [],
  addresses: [],
  dialledAddress: null,
  status: null,
  failure: null,
  bytesOut: 0,
  bytesIn: 0,
  redactions: 0,
  truncated: false,
  durationMs: 0,
  deliveryId: null,
  step: null,
} satisfies Partial<NewDecision>;

/** The row of a hop; the facts replace what they know better. */
function rowOf({ request, target, index, options: { origin } }: Hop, redact: Redact): NewDecision {
  return {
    ...withoutFacts,
    method: request.method,
    scheme: target.scheme,
    host: redact(target.host).text,
    port: target.port,
    path: shownPath(redact(target.pathname).text),
    queryKeys: queryKeysOf(target).map((key) => redact(key).text),
    hop: index,
    secrets: [...request.secretNames],
    ...origin,
  };
}
