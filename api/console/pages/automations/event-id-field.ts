import { type Html, html } from '#api/html.ts';
import { checkField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import type { AutomationFields } from './automation-fields.ts';

export const eventIdField = (
  {
    eventIdFrom: typed,
    withoutPayloadDedupe,
  }: Pick<AutomationFields, 'eventIdFrom' | 'withoutPayloadDedupe'>,
  problem: FormProblem | undefined,
): Html =>
  html`<details class="more" ${problem?.field === 'eventIdFrom' && html`open`}>
    <summary>
      Event id <span class="quiet">${typed === '' ? 'found automatically' : `from ${typed}`}</span>
    </summary>
    <div class="line">
      ${textField({
        name: 'eventIdFrom',
        label: 'Place of the event id',
        value: typed,
        problem,
        placeholder: '/data/id',
        attributes: html`maxlength="200" spellcheck="false"`,
        hint: html`A JSON pointer into the body, such as <code>/data/id</code>, or the name of a header.
          Deliveries with the same event id are one event: the first wakes the agent, the others are answered
          <code>duplicate</code>. Blank: the header <code>X-Service-Event-Id</code>, then
          <code>event_id</code> or <code>idempotency_key</code> of the body, then the id of the sender;
          without any of them equal bodies of one day are one event.`,
      })}
    </div>
    ${checkField({
      name: 'withoutPayloadDedupe',
      label:
        'Equal bodies are different events: each delivery without an event id wakes the agent, also one that is sent again',
      isChecked: withoutPayloadDedupe !== '',
    })}
  </details>`;
