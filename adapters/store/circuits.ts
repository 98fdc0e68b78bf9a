import { z } from 'zod';

import type { AgentScope } from '#contracts/policy.ts';
import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

/** When a failing target is left to rest, and for how long. Times are milliseconds. */
export interface CircuitLimits {
  /** Failures in a row without a success of any run of the agent. */
  readonly failuresMin: number;
  readonly failingMsMin: number;
  /** Doubles with each rest that the target has failed after. */
  readonly restMsMin: number;
  readonly restMsMax: number;
  /** How long the one request after a rest may take before another one tries. */
  readonly trialMs: number;
}

const defaults: CircuitLimits = {
  failuresMin: 5,
  failingMsMin: 60_000,
  restMsMin: 15_000,
  restMsMax: 5 * 60_000,
  trialMs: 45_000,
};

/** A target that has not failed for so long is taken for healthy. */
const forgottenMs = 60 * 60_000;

export interface TargetState {
  /** To wait before a request; 0 where it may be sent now. */
  readonly waitMs: number;
  /** Whether it failed to process a request, and has processed none since. */
  readonly hasFailed: boolean;
}

const Answer = z.tuple([z.number(), z.number()]);

const askCircuit = script('ask-circuit');
const reportOutage = script('report-outage');

/**
 * Circuit breakers: a target that fails for long is not asked again for a while by any run of the agent; then one
 * request tries it. A target is the origin of a URL, such as `https://api.example.com`.
 */
export function createCircuits({ redis, limits = {} }: { redis: Redis; limits?: Partial<CircuitLimits> }) {
  const { failuresMin, failingMsMin, restMsMin, restMsMax, trialMs } = { ...defaults, ...limits };
  const keyOf = ({ workspaceId, agentId }: AgentScope, target: string) =>
    keys.circuit(workspaceId, agentId, target);

  /**
   * The state of a target before a request to it. `tryMs`: how long that may take where it is the one that tries the
   * target after a rest; 0 where it does not follow at once.
   */
  async function ask(scope: AgentScope, target: string, tryMs = trialMs): Promise<TargetState> {
    const circuit = keyOf(scope, target);
    if ((await redis.exists(circuit)) === 0) return { waitMs: 0, hasFailed: false };
    const answer = await askCircuit(redis, [circuit], [String(tryMs)]);
    const [waitMs, known] = Answer.parse(answer);
    return { waitMs, hasFailed: known === 1 };
  }

  /** Needed only where it has failed before. */
  async function succeeded(scope: AgentScope, target: string): Promise<void> {
    await redis.unlink(keyOf(scope, target));
  }

  async function failed(scope: AgentScope, target: string): Promise<void> {
    const limitsGiven = [failuresMin, failingMsMin, restMsMin, restMsMax, forgottenMs].map(String);
    await reportOutage(redis, [keyOf(scope, target)], limitsGiven);
  }

  return { ask, succeeded, failed };
}

export type Circuits = ReturnType<typeof createCircuits>;
