import { html } from '#api/html.ts';
import { definePage, type PageRequest, seeOther, view } from '../../define-page.ts';
import { formPage } from '../../parts/form-page.ts';
import { notice } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { whyReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { deliveryParams, deliveryPath } from '../deliveries/delivery-path.ts';
import { casesPath, keepPath } from './case-path.ts';
import { bodyOfFields, fieldsOfForm } from './keep-fields.ts';
import { keepForm } from './keep-form.ts';

const page = { path: keepPath('{deliveryId}'), params: deliveryParams } as const;

/** The form that keeps a delivery as a case, or changes the case that it is. */
export const keepCasePage = () =>
  definePage({ ...page, method: 'get', handle: (request) => keepView(request) });

export const keepDeliveryAsCase = () =>
  formPage({
    ...page,
    act: async ({ manage, params, form }) => {
      const { automationId: id, deliveryId } = await manage.readDelivery({ params });
      await manage.keepCase({ params: { id }, body: { deliveryId, ...bodyOfFields(fieldsOfForm(form)) } });
      return seeOther(`${casesPath(id)}?kept`);
    },
    refused: (request, problem) => keepView(request, problem),
  });

async function keepView(
  { manage, params, form, csrf, workspace }: PageRequest<'owner'>,
  problem?: FormProblem,
) {
  const [{ deliveryId, automationName }, ofDelivery] = await Promise.all([
    manage.readDelivery({ params }),
    manage.readCaseOfDelivery({ params }),
  ]);
  return view({
    title: 'Keep as a case',
    section: 'activity',
    status: problem?.status ?? 200,
    body: html`<p class="crumb">
        <a href="${deliveryPath(deliveryId)}">${outsideText(automationName)}</a>
      </p>
      <h1>Keep as a case</h1>
      <p class="lead">
        Each save of the automation is held against its cases, and says which no longer hold. A case is erased
        with its delivery.
      </p>
      ${ofDelivery.kept !== null && notice('attention', 'This delivery is a case already. Keep it again to change that.')}
      ${keepForm({
        csrf,
        deliveryId,
        ofDelivery,
        typed: problem && fieldsOfForm(form),
        problem,
        readOnly: whyReadOnly(workspace),
      })}`,
  });
}
