import { z } from 'zod';

import { limits } from '#domain/limits.ts';
import { arrivalOfRequest } from '#intake/arrival.ts';
import type { HookRequest } from '#intake/hook-request.ts';
import type { Intake } from '#intake/receive.ts';
import type { Automations } from '#store/automation/automations.ts';
import { jsonBody } from '../../body/json-body.ts';
import { wordings } from '../../body/input-wording.ts';
import { assertAccepted, deliveryRefusals } from '../../errors/assert-accepted.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { HookAnswer, hookAnswerOf } from '../hooks/hook-answer.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly intake: Intake;
}

/** A value of a header is one line. */
const headerValue = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must be one line of text')
    .default('');

/** A delivery that its owner makes up. Texts are sent as UTF-8. */
const MadeDelivery = z.object({
  contentType: headerValue(200)
    .pipe(z.string().min(1, 'must not be blank'))
    .describe('`Content-Type`, such as `application/json`.'),
  body: z.string().describe('The body, as the agent is to get it.'),
  eventId: headerValue(255).describe(
    '`X-Service-Event-Id`. Blank or absent: the event id is taken from the body.',
  ),
  reference: headerValue(1_000).describe('`X-Service-Reference`.'),
  referenceUrl: headerValue(2_048).describe('`X-Service-Reference-Url`.'),
  headers: z
    .record(
      z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'must be the name of a header'),
      headerValue(4_000),
    )
    .default({})
    .describe('Further headers, such as those by which a sender names its event. Credentials are left out.'),
});
type MadeDelivery = z.output<typeof MadeDelivery>;

/** Every character of a body may need six of JSON. */
const jsonBytesMax = 6 * limits.deliveryBodyBytesMax + 100_000;

export const sendDelivery = ({ automations, intake }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/deliveries',
    id: 'sendDelivery',
    access: 'owner',
    summary: 'Send a delivery to an automation as its owner',
    description:
      'To try it: what is sent is processed, stored, limited and billed as if it had come to the URL. Signatures are not asked for.',
    params: { id: idParam('automation') },
    body: jsonBody(MadeDelivery, {
      bytesMax: jsonBytesMax,
      examples: {
        order: {
          summary: 'A paid order',
          value: {
            contentType: 'application/json',
            body: '{"order": {"id": 7, "status": "paid", "total": 120}}',
            eventId: 'order-7',
            headers: { 'X-Shop-Event': 'order.paid' },
          },
        },
      },
    }),
    answers: { 200: json('As the hook answers a sender.', HookAnswer) },
    refusals: ['INVALID_EVENT_ID', ...deliveryRefusals],
    handle: async ({ workspace, params, body }) => {
      const automation = await findAutomation(automations, workspace.id, params.id);
      const hook = { workspaceId: workspace.id, automationId: automation.id };
      const { eventIdFrom, payloadDedupe } = automation;
      const arrival = arrivalOfRequest(hook, requestOf(await body()), { eventIdFrom, payloadDedupe });
      const receipt = await intake.receive(hook, arrival);
      assertAccepted(receipt);
      return { status: 200, body: hookAnswerOf(receipt) };
    },
  });

/** The request that a sender would have made. Throws PAYLOAD_TOO_LARGE. */
function requestOf({
  contentType,
  body,
  eventId,
  reference,
  referenceUrl,
  ...made
}: MadeDelivery): HookRequest {
  const bytes = Buffer.from(body);
  if (bytes.byteLength > limits.deliveryBodyBytesMax)
    throw wordings.hook.tooLarge(limits.deliveryBodyBytesMax);
  return {
    headers: {
      ...furtherHeaders(made.headers),
      'content-type': contentType,
      'content-length': `${bytes.byteLength}`,
      ...(eventId !== '' && { 'x-service-event-id': asHeader(eventId) }),
      ...(reference !== '' && { 'x-service-reference': asHeader(reference) }),
      ...(referenceUrl !== '' && { 'x-service-reference-url': asHeader(referenceUrl) }),
    },
    eventIdHeader: eventId === '' ? [] : [asHeader(eventId)],
    body: bytes,
  };
}

const furtherHeaders = (headers: MadeDelivery['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), asHeader(value)] as const),
  );

/** As Node reads it: each byte a character. */
const asHeader = (text: string): string => Buffer.from(text).toString('latin1');
