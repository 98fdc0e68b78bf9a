import { DomainError } from '#domain/domain-error.ts';
import { isDefect } from '#domain/defect.ts';
import type { Checked, Door } from '#intake/door.ts';
import type { Refusals } from '#intake/refusals.ts';
import type { Logger } from '#platform/logger.ts';
import type { WorkContext } from '#platform/work-context.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Hook, Hooks } from '#store/automation/hooks.ts';
import type { ShapeDrift } from '#store/run/shape-drift.ts';
import {
  assertAccepted,
  intakeUnavailable,
  refusedFlood,
  retiredHook,
} from '../../errors/assert-accepted.ts';
import { json } from '../answers.ts';
import type { TextReader } from '../automations/automation-texts.ts';
import { defineOperation } from '../define-operation.ts';
import { textParam } from '../path-params.ts';
import { CheckFailed, CheckPassed, plainAnswer, verdictOn } from './check-answer.ts';
import { deliveryBody, deliveryHeaders } from './delivery-input.ts';
import { doorRequest } from './door-request.ts';
import { findHook } from './find-hook.ts';

interface Deps {
  readonly hooks: Hooks;
  readonly door: Pick<Door, 'check'>;
  readonly refusals: Refusals;
  readonly automations: Pick<Automations, 'find'>;
  readonly shapeDrift: ShapeDrift;
  readonly textReader: TextReader;
  readonly runRequestsMax: number;
  /** Base of hook URLs. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly work: Pick<WorkContext, 'annotate'>;
}

export const checkDelivery = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/hooks/{token}/check',
    id: 'checkDelivery',
    access: 'hook',
    summary: 'Check a delivery',
    description: [
      'A contract test for senders: the same request as `POST /hooks/{token}` is judged in the same way, and the answer says what would become of it. No run is started, no model is asked and nothing is kept; it counts as a request at the URL.',
      '200: it would run, be skipped or be a duplicate. 422: it would be refused, or the condition or the plan is not certain about it, for example because a field is missing. So `curl --fail-with-body` fails where the sender has to change something. Whether there is room at the moment is not looked at.',
      'If the automation has a signing secret, a request that is not signed with it is told its `signature` and nothing else. A sender that signs its address may sign that of the hook or this one. Other refusals, such as an unknown URL, are those of `POST /hooks/{token}`.',
    ].join('\n\n'),
    params: { token: textParam('The secret end of the URL of the automation.') },
    headers: deliveryHeaders,
    body: deliveryBody,
    answers: {
      200: json('It would run, be skipped, or be a duplicate.', CheckPassed),
      422: json('It would be refused, or it is not certain what would be done.', CheckFailed),
    },
    refusals: [
      'UNKNOWN_WEBHOOK',
      'WEBHOOK_RETIRED',
      'WEBHOOK_SUSPENDED',
      'DELIVERY_RATE_EXCEEDED',
      'INTAKE_UNAVAILABLE',
    ],
    handle: async ({ params, message, body, client }) => {
      const hook = await findHook(deps, params.token);
      deps.work.annotate({ ...hook });
      const received = await countingRefusals(deps.refusals, hook, client, body);
      const request = doorRequest(deps.publicUrl, params.token, { message, client }, received);
      return await orUnavailable(deps.logger, async () =>
        answerTo(deps, hook, await deps.door.check(hook, request)),
      );
    },
  });

async function answerTo(
  { automations, shapeDrift, textReader, runRequestsMax: maxRequests, logger }: Deps,
  hook: Hook,
  checked: Checked,
) {
  switch (checked.status) {
    case 'flood':
      throw refusedFlood(checked.retryAfterMs);
    case 'not-taken':
      if (checked.receipt.status === 'unavailable')
        logger.warn({ error: checked.receipt.error }, 'delivery not checked');
      assertAccepted(checked.receipt);
      throw new Error('A check takes nothing.');
    case 'unverified':
    case 'invalid':
    case 'handshake':
      return plainAnswer(checked);
    case 'delivery': {
      const automation = await automations.find(hook.workspaceId, hook.automationId);
      if (automation === null) throw retiredHook();
      const [drift, { isOffline, runsByPlan }] = await Promise.all([
        shapeDrift(hook, checked.arrival),
        textReader(hook.workspaceId)(automation),
      ]);
      return verdictOn(checked, { automation, drift, isOffline, runsByPlan, maxRequests });
    }
  }
}

/** A body that cannot be read counts with the refused requests of its client, as at the hook. */
async function countingRefusals<T>(
  refusals: Refusals,
  hook: Hook,
  client: string,
  read: () => Promise<T> | T,
): Promise<T> {
  try {
    return await read();
  } catch (refusal) {
    const flood = await refusals.count(hook, client).catch(() => null);
    throw flood === null ? refusal : refusedFlood(flood.retryAfterMs);
  }
}

/** A store that does not answer: the sender comes again. */
async function orUnavailable<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDefect(error) || error instanceof DomainError) throw error;
    logger.error({ error }, 'delivery not checked');
    throw intakeUnavailable();
  }
}
