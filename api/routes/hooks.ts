import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';

import { DomainError } from '../../domain/domain-error.ts';
import { limits } from '../../domain/limits.ts';
import { hashOfToken } from '../../domain/token.ts';
import { arrivalOfRequest } from '../../intake/arrival.ts';
import type { Intake } from '../../intake/receive.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Admissions, Arrival } from '../../store/admissions.ts';
import type { Hook, HookLookup, Hooks } from '../../store/hooks.ts';
import { readBytes } from '../body/read-bytes.ts';
import { intakeUnavailable, retiredHook, assertAccepted } from '../errors/assert-accepted.ts';
import type { AppState } from '../state.ts';

interface HookDeps {
  readonly admissions: Admissions;
  readonly hooks: Hooks;
  readonly intake: Intake;
  readonly logger: Logger;
}

/** Where senders deliver. Nothing slower than the store and the start of a run happens before the answer. */
export function hooksRouter(deps: HookDeps) {
  const router = new Router<AppState>({ sensitive: true });
  router.all('/hooks/:token', async (ctx) => {
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw new DomainError('METHOD_NOT_ALLOWED', 'A webhook takes POST only');
    }
    ctx.set('Cache-Control', 'no-store');
    const hook = await hookOf(deps, ctx.params['token'] ?? '');
    const arrival = await arrivalOf(ctx, hook).catch(async (refusal: unknown) => {
      // The caller learns why the request was refused even while it cannot be counted.
      await deps.admissions
        .countRequest(hook)
        .catch((error: unknown) => deps.logger.warn({ error }, 'refused request not counted'));
      throw refusal;
    });
    const receipt = await deps.intake.receive(hook, arrival);
    if (receipt.status === 'unavailable') {
      const { requestId } = ctx.state;
      deps.logger.error(
        { requestId, deliveryId: arrival.deliveryId, error: receipt.error },
        'delivery not stored',
      );
    }
    assertAccepted(receipt);
    ctx.body = receipt;
  });
  return router;
}

/** Throws UNKNOWN_WEBHOOK, WEBHOOK_RETIRED, INTAKE_UNAVAILABLE. */
async function hookOf({ hooks, logger }: HookDeps, token: string): Promise<Hook> {
  let lookup: HookLookup;
  try {
    lookup = await hooks.find(hashOfToken(token));
  } catch (error) {
    logger.error({ error }, 'hook not looked up');
    throw intakeUnavailable();
  }
  switch (lookup.status) {
    case 'unknown':
      throw new DomainError('UNKNOWN_WEBHOOK', 'No automation has this URL');
    case 'retired':
      throw retiredHook();
    case 'known':
      return lookup.hook;
  }
}

/** Throws INVALID_EVENT_ID and what reading the body throws. */
async function arrivalOf({ req }: ParameterizedContext<AppState>, { automationId }: Hook): Promise<Arrival> {
  const body = await readBytes(req, limits.deliveryBodyBytesMax);
  const eventIdHeader = req.headersDistinct['x-service-event-id'] ?? [];
  return arrivalOfRequest(automationId, { headers: req.headers, eventIdHeader, body });
}
