import type { Door, DoorAnswer } from '#intake/door.ts';
import type { Logger } from '#platform/logger.ts';
import type { Metrics } from '#platform/metrics/create-metrics.ts';
import type { WorkContext } from '#platform/work-context.ts';
import type { Refusals } from '#intake/refusals.ts';
import type { Admissions } from '#store/admission/admissions.ts';
import type { Hook, Hooks } from '#store/automation/hooks.ts';
import type { DoorLedger } from '#store/report/door-ledger.ts';
import { asRefusal } from '../../errors/as-refusal.ts';
import { deliveryRefusals } from '../../errors/assert-accepted.ts';
import { defineOperation } from '../define-operation.ts';
import { textParam } from '../path-params.ts';
import { deliveryBody, deliveryHeaders } from './delivery-input.ts';
import { doorRequest } from './door-request.ts';
import { findHook } from './find-hook.ts';
import { hookAnswers, hookResponse } from './hook-response.ts';
import { refusedVisitor } from './refused-visitor.ts';
import { visitorAnswer } from './visitor-answer.ts';

interface Deps {
  readonly admissions: Pick<Admissions, 'countRefusal'>;
  readonly refusals: Refusals;
  readonly hooks: Hooks;
  readonly door: Pick<Door, 'enter' | 'formOf'>;
  readonly doorLedger: Pick<DoorLedger, 'noteAnswer' | 'noteCode'>;
  /** Base of hook URLs. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics<'api'>, 'deliveries'>;
  readonly work: Pick<WorkContext, 'annotate'>;
  /** How long records, and with them event ids, are kept. */
  readonly retentionDays: number;
}

const refusals = [
  'SIGNATURE_INVALID',
  'INVALID_EVENT_ID',
  'INVALID_REQUEST',
  'UNKNOWN_WEBHOOK',
  ...deliveryRefusals,
] as const;

/** The response waits only for the store and for the start of the run. */
export const deliver = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/hooks/{token}',
    id: 'deliver',
    access: 'hook',
    summary: 'Deliver to an automation',
    description: [
      'Anyone who has the URL can wake the agent: keep it private. The body is kept byte for byte, whatever it is.',
      'An event is processed once. Its id is what stands where the owner said (`eventIdFrom` of the automation), else the header `X-Service-Event-Id`, else `event_id` or `idempotency_key` of a JSON body, else the own id of the `sender` of the automation. If a delivery is verified and its sender signs its own ids, as Stripe does, the header is not read: it is not signed. Without any, equal bodies on the same UTC day are one event (`eventIdSource: payload`), or with `payloadDedupe: false` of the automation each delivery is an event of its own (`delivery`): send an id. The header `X-Reveille-Dedupe` of the answer says which of them decided, and until when.',
      '200, also for `duplicate` and `skipped`, means: do not send it again. After 429, which leaves no trace, and 503, send the same delivery again when `Retry-After` has passed. A 503 says that it is not certain whether the delivery was taken: under the same event id it is processed once, however often you send it.',
      'If the automation has a `sender`, its handshakes are answered as it documents and wake nothing. If it has a signing secret, a delivery that is not signed with it is refused, and nothing of it is kept.',
      'If the automation has a `form`, the browser of a visitor who posts an HTML form is sent on to the page of the owner, or shows a text; a script of a listed site may read the answer (CORS).',
      'A delivery that a run of this service caused carries the header `X-Reveille-Loop`, which the service alone can make. It is run as often as the operator allows (`LOOP_ROUNDS_MAX`), then answered `skipped`, reason `loop`. A service in between that does not pass the header on begins a new loop.',
      'A header `API-Version` is ignored here.',
    ].join('\n\n'),
    params: { token: textParam('The secret end of the URL of the automation.') },
    headers: deliveryHeaders,
    body: deliveryBody,
    answers: hookAnswers,
    refusals,
    handle: ({ params, message, body, requestId, client }) =>
      countAnswers(deps.metrics, async () => {
        const hook = await findHook(deps, params.token);
        const { workspaceId, automationId } = hook;
        deps.work.annotate({ workspaceId, automationId });
        const beganAt = performance.now();
        try {
          const answer = await countingRefusals(deps, hook, client, async () =>
            deps.door.enter(
              hook,
              doorRequest(deps.publicUrl, params.token, { message, client }, await body()),
            ),
          );
          noteAnswer(deps, requestId, answer);
          return {
            answer,
            response: visitorAnswer(hookResponse(answer, deps.retentionDays), answer, message.headers),
          };
        } catch (error) {
          const code = asRefusal(error)?.code;
          // Not the fault of who sent it.
          if (code !== undefined && code !== 'INTAKE_UNAVAILABLE') deps.doorLedger.noteCode(hook, code);
          throw await refusedVisitor(deps, hook, message.headers, error);
        } finally {
          deps.doorLedger.noteAnswer(hook, performance.now() - beganAt);
        }
      }),
  });

function noteAnswer({ logger, work }: Deps, requestId: string, answer: DoorAnswer): void {
  if (answer.status !== 'received') return;
  const { receipt } = answer;
  if ('deliveryId' in receipt) work.annotate({ deliveryId: receipt.deliveryId });
  if (receipt.status === 'unavailable')
    logger.error({ requestId, error: receipt.error }, 'delivery not stored');
}

/** Counts requests that are refused before the intake sees them, and cuts a flood of them short. */
async function countingRefusals(
  { admissions, refusals, logger }: Deps,
  hook: Hook,
  client: string,
  read: () => Promise<DoorAnswer>,
): Promise<DoorAnswer> {
  try {
    return await read();
  } catch (refusal) {
    // Not the fault of who sent it.
    if (asRefusal(refusal)?.code === 'INTAKE_UNAVAILABLE') throw refusal;
    try {
      const flood = await refusals.count(hook, client);
      if (flood !== null) return flood;
      // Without a code where the sender itself broke off.
      const code = asRefusal(refusal)?.code;
      if (code !== undefined) await admissions.countRefusal(hook, code);
    } catch (error) {
      // A failed count must not replace the refusal.
      logger.warn({ error }, 'refused request not counted');
    }
    throw refusal;
  }
}

interface Taken<T> {
  readonly answer: DoorAnswer;
  readonly response: T;
}

/** Counts what a delivery is answered: what was taken by its receipt, what was not by its code. */
async function countAnswers<T>(
  { deliveries }: Pick<Metrics<'api'>, 'deliveries'>,
  take: () => Promise<Taken<T>>,
): Promise<T> {
  try {
    const { answer, response } = await take();
    deliveries.inc(labelsOf(answer));
    return response;
  } catch (error) {
    deliveries.inc({ answer: 'refused', reason: asRefusal(error)?.code ?? 'INTERNAL_ERROR' });
    throw error;
  }
}

function labelsOf(answer: DoorAnswer) {
  if (answer.status !== 'received') return { answer: answer.status, reason: '' };
  const { receipt } = answer;
  return { answer: receipt.status, reason: receipt.status === 'skipped' ? receipt.reason : '' };
}
