import { isId } from '#domain/ids.ts';
import { type Html, html } from '#api/html.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { notice } from '../../parts/notice.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { recipeOf } from '../../recipes/index.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { type DeliveryText, deliveryText, lastDelivery } from './last-delivery.ts';
import { bodyOfTry, fieldsOfTry, firstTry, type TryFields } from './try-fields.ts';
import { tryForm } from './try-form.ts';

type Request = PageRequest<'owner'>;

const page = {
  path: `${automationPath('{id}')}/try`,
  params: automationParams,
} as const;

/** A delivery to be sent: that of `?delivery`, the sample of `?recipe`, else the newest one, else an example. */
export const tryAutomation = () =>
  definePage({
    ...page,
    method: 'get',
    handle: async (request) => {
      const recipe = recipeOf(request.query['recipe']);
      if (recipe !== undefined) {
        const { contentType, sample } = recipe;
        return await sendForm(request, { fields: firstTry({ contentType, body: sample }) });
      }
      const last = await givenDelivery(request);
      return await sendForm(request, {
        fields: firstTry(last ?? undefined),
        note: last === null ? undefined : broughtBy(last.deliveryId),
      });
    },
  });

function givenDelivery({ manage, params, query }: Request): Promise<DeliveryText | null> {
  const given = query['delivery'];
  return given !== undefined && isId('delivery', given)
    ? deliveryText(manage, given)
    : lastDelivery(manage, params['id'] ?? '');
}

export const sendTry = () =>
  definePage({
    ...page,
    method: 'post',
    handle: async (request) => {
      const { manage, params, form } = request;
      const fields = fieldsOfTry(form);
      try {
        const receipt = await manage.sendDelivery({ params, body: bodyOfTry(fields) });
        if (receipt.status === 'accepted') return seeOther(`/console/deliveries/${receipt.deliveryId}`);
        return await sendForm(request, { fields, note: notTaken(receipt) });
      } catch (error) {
        return await sendForm(request, { fields, problem: formProblem(error) });
      }
    },
  });

interface Shown {
  readonly fields: TryFields;
  readonly note?: Html | undefined;
  readonly problem?: FormProblem;
}

async function sendForm({ manage, params, csrf }: Request, { fields, note, problem }: Shown) {
  const automation = await manage.readAutomation({ params, query: { wouldRun: 'false' } });
  return automationFrame({
    automation,
    tab: '/try',
    status: problem?.status,
    body: tryForm({ csrf, path: `${automationPath(automation.id)}/try`, fields, problem, note }),
  });
}

const broughtBy = (deliveryId: string): Html =>
  html`<p class="hint">
    Filled in with the content of <a href="/console/deliveries/${deliveryId}">this delivery</a>.
  </p>`;

type Receipt = Awaited<ReturnType<OperationCalls['sendDelivery']>>;

const skipReasons = {
  paused: 'the automation is paused',
  budget: 'its budget is used up',
  loop: 'the loop limit was reached',
} as const;

const notTaken = (receipt: Exclude<Receipt, { status: 'accepted' }>): Html =>
  receipt.status === 'skipped'
    ? notice('attention', `It was skipped: ${skipReasons[receipt.reason]}. It is kept under Skipped.`, {
        role: 'status',
      })
    : notice(
        'attention',
        html`This event was accepted before, as
          <a href="/console/deliveries/${receipt.deliveryId}">this delivery</a>. Change the event id to send
          it as another one.`,
        { role: 'status' },
      );
