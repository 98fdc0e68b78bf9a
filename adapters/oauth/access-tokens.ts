import { setTimeout as pause } from 'node:timers/promises';

import type { AccessToken, BrokenConnection } from '#contracts/oauth.ts';
import type { AgentScope, OAuthPolicy } from '#contracts/policy.ts';
import { failedBecause, type Fault } from './fault.ts';
import { createLookUp, type Place } from './look-up.ts';
import { createRenewal, type RenewDeps } from './renew.ts';

type Deps = Omit<RenewDeps, 'now'> & {
  /** Safe to repeat: each break is told once. */
  readonly tellBroken: (broken: BrokenConnection) => Promise<void>;
  readonly now?: () => number;
};

interface Asked extends Pick<Place, 'rejected'> {
  readonly signal: AbortSignal;
  /** The run that asks. */
  readonly deliveryId: string | null;
}

const pauseMs = 100;
const late = failedBecause('was not refreshed in time', true);

/** The tokens of policies for all workers: one of them refreshes, under the lock of the policy; the others wait for its token. */
export function createAccessTokens({ tellBroken, now = Date.now, ...deps }: Deps) {
  const { connections } = deps;
  const lookUp = createLookUp({ ...deps, now });
  const renew = createRenewal({ ...deps, now }, lookUp);

  async function find(place: Place, signal: AbortSignal): Promise<AccessToken> {
    while (!signal.aborted) {
      const found = await lookUp(place);
      if (found.kind !== 'due') return found;
      await using lock = await connections.lock(place.scope, place.policy.id);
      if (lock !== null) return await renew(place);
      await pause(pauseMs);
    }
    return late;
  }

  async function take(scope: AgentScope, policy: OAuthPolicy, asked: Asked): Promise<AccessToken> {
    const { signal, rejected, deliveryId } = asked;
    // A refresh that was begun is stored, also where its caller is gone.
    const token = await Promise.race([find({ scope, policy, rejected }, signal), lateOn(signal)]);
    if (token.kind === 'broken') await tell(scope, policy, deliveryId);
    return token;
  }

  async function tell(scope: AgentScope, policy: OAuthPolicy, deliveryId: string | null): Promise<void> {
    const { id: policyId, domain } = policy;
    try {
      const connection = await connections.find(scope, policy);
      if (connection?.state !== 'broken') return;
      const { since, reason } = connection;
      await tellBroken({ ...scope, policyId, domain, since, reason: reason ?? '', deliveryId });
    } catch (err) {
      // The next run that meets it tells it.
      deps.logger.error({ ...scope, policyId, err }, 'A broken connection could not be told');
    }
  }

  return { take };
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

const lateOn = (signal: AbortSignal): Promise<Fault> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(late);
    else signal.addEventListener('abort', () => resolve(late), { once: true });
  });
