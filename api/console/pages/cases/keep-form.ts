import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { areaField, checkField, choiceField, type Option, textField } from '../../parts/field.ts';
import { problemNote } from '../../parts/notice.ts';
import { shortened } from '../../parts/outside-text.ts';
import { unlessReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import { keepPath } from './case-path.ts';
import { expectedLine } from './expected-line.ts';
import {
  fieldOfRequest,
  fieldsOfCase,
  type KeepFields,
  type ShownCase,
  type RequestRow,
  writingMethods,
} from './keep-fields.ts';

interface KeepForm {
  readonly csrf: string;
  readonly deliveryId: string;
  readonly ofDelivery: ShownCase;
  readonly typed?: KeepFields | undefined;
  readonly problem?: FormProblem | undefined;
  readonly readOnly: string | null;
}

const requestsMax = 20;
const blankRow: RequestRow = { method: 'POST', url: '', body: '' };

/** The form that says what a run of the delivery must do: as its run did, or corrected by hand. */
export function keepForm({ csrf, deliveryId, ofDelivery, typed, problem, readOnly }: KeepForm): Html {
  const fields = typed ?? fieldsOfCase(ofDelivery);
  const rows = [...fields.requests, blankRow].slice(0, requestsMax);
  const isWritable = ofDelivery.requests.every(({ title }) => writingMethods.includes(title));
  return html`<form id="keep" class="keep" method="post" action="${keepPath(deliveryId)}">
    ${csrfField(csrf)} ${problemNote(problem)}
    ${unlessReadOnly(
      readOnly,
      html`${textField({ name: 'name', label: 'Name', value: fields.name, problem, attributes: html`maxlength="200"` })}
        ${choiceField({
          name: 'expected',
          label: 'A run of it must',
          value: fields.expected,
          options: optionsOf(ofDelivery, isWritable),
          problem,
          hint: !isWritable && 'Its run sent an e-mail, so its requests cannot be written by hand.',
        })}
        ${
          isWritable &&
          html`<div class="expected-requests">
            <p class="hint">
              Exactly these requests, in this order. A row without a URL counts for nothing; without any row,
              it is run and sends nothing. Requests that only read are not part of a case.
            </p>
            ${rows.map((row, index) => requestFields(row, index, problem))}
          </div>`
        }
        ${checkField({
          name: 'mustHold',
          label: 'It must hold',
          isChecked: fields.mustHold,
          hint: 'A save that breaks it is refused, unless you save all the same.',
        })}
        <div class="actions">
          <button class="primary">Keep</button>
          <a href="${deliveryPath(deliveryId)}">Cancel</a>
        </div>`,
    )}
  </form>`;
}

function optionsOf({ done }: ShownCase, isWritable: boolean): readonly Option[] {
  const options: (Option | false)[] = [
    done !== null && ['done', shortened(`do what its run did: ${expectedLine(done)}`, 100)],
    done?.kind !== 'skipped' && ['skipped', 'be skipped: the filter should have caught it'],
    isWritable && ['requests', 'send the requests that I write'],
  ];
  return options.filter((option) => option !== false);
}

function requestFields(
  { method, url, body }: RequestRow,
  index: number,
  problem: FormProblem | undefined,
): Html {
  const field = (member: keyof RequestRow) => ({ name: fieldOfRequest(index, member), problem });
  return html`<fieldset>
    <legend>Request ${index + 1}</legend>
    <div class="request-line">
      ${choiceField({
        ...field('method'),
        label: 'Method',
        value: method,
        options: writingMethods.map((one) => [one, one]),
      })}
      ${textField({
        ...field('url'),
        label: 'URL',
        value: url,
        attributes: html`inputmode="url" spellcheck="false"`,
      })}
    </div>
    ${areaField({ ...field('body'), label: 'Body', value: body, rows: 3, attributes: html`spellcheck="false"` })}
  </fieldset>`;
}
