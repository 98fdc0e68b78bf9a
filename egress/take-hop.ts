import type { NewDecision } from '../contracts/decision.ts';
import { prepareAgentHeaders } from './agent-headers.ts';
import { decideHop, type HopDecision } from './decide-hop.ts';
import { refusalMessage } from './decide.ts';
import { deliver, failedAttempt } from './deliver.ts';
import { failure } from './failure.ts';
import type { Attempt, Hop, HopDeps } from './hop.ts';
import { createRedact } from './redact.ts';
import { openSecrets } from './secrets.ts';
import { queryKeysOf } from './target.ts';

export interface HopResult extends Attempt {
  readonly attachedHeaders: readonly string[];
  readonly ignoredHeaders: readonly string[];
}

/** Decides, resolves, pins, sends, reads and redacts one request, and writes down what was decided and what came. */
export async function takeHop(deps: HopDeps, hop: Hop): Promise<HopResult> {
  const startedAt = Date.now();
  const decided = await decideHop(deps, hop);
  const attachedHeaders = decided.attaching.flatMap(({ headerName }) => headerName ?? []);
  const { isOtherSite } = hop;
  const agent = prepareAgentHeaders(hop.agentHeaders, { configuredNames: attachedHeaders, isOtherSite });
  const attempt = await attemptHop(deps, hop, decided, agent.headers);
  await record(deps, hop, {
    ...rowOf(hop),
    policyId: decided.matches[0]?.id ?? null,
    policyIds: decided.matches.map(({ id }) => id),
    attachedHeaders: decided.kind === 'allowed' ? attachedHeaders : [],
    ignoredHeaders: [...agent.ignored],
    addresses: decided.addresses.map(({ address }) => address),
    durationMs: Date.now() - startedAt,
    ...attempt.facts,
  });
  return { ...attempt, attachedHeaders, ignoredHeaders: agent.ignored };
}

async function attemptHop(
  deps: HopDeps,
  hop: Hop,
  decided: HopDecision,
  agentHeaders: readonly (readonly [name: string, value: string])[],
): Promise<Attempt> {
  const secrets = hop.earlierSecrets;
  if (decided.kind === 'refused') {
    const { ground, detail } = decided;
    // A target could redirect to a host that is named after the secret it was sent.
    const host = createRedact(secrets)(hop.target.host).text;
    const outcome = { kind: 'refused', host, ground, message: refusalMessage(host) } as const;
    return { outcome, secrets, facts: { allowed: false, ground, detail } };
  }
  if (decided.kind === 'failed') return failedAttempt(decided.failure, secrets);
  const opened = openSecrets(hop.scope, decided.attaching, deps.policies);
  if (opened.kind === 'opened')
    return await deliver(deps, hop, { decided, agentHeaders, attached: opened.headers });
  const facts = { ...hop.scope, policyId: opened.policyId, err: opened.error };
  deps.logger.error(facts, 'A stored header value cannot be decrypted');
  const text = 'its configured header cannot be read and has to be entered again';
  return failedAttempt(failure('SECRET_UNAVAILABLE', 'nothing', hop.target.host, text), secrets);
}

/** The row that each hop begins with, as if it were allowed and came to nothing; what is known is laid over it. */
function rowOf({ target, method, index, origin, earlierSecrets }: Hop): NewDecision {
  const redact = createRedact(earlierSecrets);
  return {
    allowed: true,
    ground: 'policy',
    detail: null,
    method,
    scheme: target.scheme,
    host: redact(target.host).text,
    port: target.port,
    path: redact(target.pathname).text,
    queryKeys: queryKeysOf(target).map((key) => redact(key).text),
    hop: index,
    policyId: null,
    policyIds: [],
    attachedHeaders: [],
    ignoredHeaders: [],
    addresses: [],
    dialledAddress: null,
    status: null,
    failure: null,
    bytesOut: 0,
    bytesIn: 0,
    redactions: 0,
    truncated: false,
    durationMs: 0,
    deliveryId: origin?.deliveryId ?? null,
    step: origin?.step ?? null,
  };
}

/** A log that cannot be written must not make a request look unsent that was sent. */
async function record(deps: HopDeps, { scope }: Hop, row: NewDecision): Promise<void> {
  if (row.redactions > 0) {
    const facts = { ...scope, host: row.host, policyIds: row.policyIds, redactions: row.redactions };
    deps.logger.warn(facts, 'A target sent a credential back; it was redacted');
  }
  try {
    await deps.decisions.append(scope, row);
  } catch (err) {
    deps.logger.error({ ...scope, host: row.host, err }, 'A decision could not be recorded');
  }
}
