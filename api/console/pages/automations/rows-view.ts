import { minorUnitsOf } from '#domain/minor-units.ts';
import type { PickableField } from '#rules/pick-fields.ts';
import { senderOf } from '#senders/index.ts';
import { type Html, html } from '#api/html.ts';
import { areaField, choiceField } from '../../parts/field.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { invalid } from '../../parts/refused-form.ts';
import { notice } from '../../parts/notice.ts';
import type { PickSources } from './pick-sources.ts';
import type { Picker } from './picker.ts';
import { isOneLine, operatorTitles, type TypedRow } from './typed-row.ts';

export interface RowsView {
  readonly picker: Extract<Picker, { view: 'rows' }>;
  readonly sender: string;
  /** Null where no field can be picked. */
  readonly sources: PickSources | null;
  /** The button that was pressed, for the place to go on. */
  readonly pressed: string;
}

export function rowsView({ picker, sender, sources, pressed }: RowsView): Html {
  const { condition, join, rows } = picker;
  return html`<fieldset class="picker">
    <legend>Condition</legend>
    <input type="hidden" name="view" value="rows" />
    <input type="hidden" name="condition" value="${condition}" />
    <p class="hint">
      ${rows.length === 0 ? 'No rows: every delivery matches.' : 'A delivery that lacks a field does not match its row.'}
    </p>
    ${rows.length > 1 && choiceField({ name: 'join', label: 'It matches where', value: join, options: joins })}
    <ol class="picked">
      ${rows.map((row, index) =>
        rowPart(row, {
          index,
          sender,
          picker,
          isNew: pressed.startsWith('pick') && index === rows.length - 1,
        }),
      )}
    </ol>
    ${sources !== null && sourcesPart(sources, !pressed.startsWith('pick'))}
    <p class="pick"><button name="do" value="expression" formnovalidate>Show the expression</button></p>
  </fieldset>`;
}

const joins = [
  ['all', 'all rows hold'],
  ['any', 'any row holds'],
] as const;

interface Place {
  readonly index: number;
  readonly sender: string;
  readonly picker: RowsView['picker'];
  readonly isNew: boolean;
}

function rowPart(row: TypedRow, { index, sender, picker, isNew }: Place): Html {
  const { field, kind, operator, value, isUnguarded } = row;
  const number = index + 1;
  const note = noteOf(row, sender);
  const events = senderOf(sender)?.connect?.events ?? [];
  return html`<li>
    <input type="hidden" name="row.field" value="${field}" />
    <input type="hidden" name="row.kind" value="${kind}" />
    <input type="hidden" name="row.isUnguarded" value="${String(isUnguarded)}" />
    <code>${outsideText(field, 500)}</code>
    <select name="row.operator" aria-label="Operator of row ${number}" ${isNew && html`autofocus`}>
      ${Object.entries(operatorTitles).map(
        ([name, title]) =>
          html`<option value="${name}" ${name === operator && html`selected`}>${title}</option>`,
      )}
    </select>
    <input
      name="row.value"
      value="${value}"
      aria-label="Value of row ${number}"
      autocomplete="off"
      ${field === 'event' && events.length > 0 && html`list="events"`}
      ${invalid(picker.problem, `row.${index}`, note === null ? undefined : `row-${number}-note`)}
    />
    <button class="quiet" name="do" value="drop=${index}" formnovalidate>
      Remove<span class="hidden"> row ${number}</span>
    </button>
    ${note !== null && html`<span id="row-${number}-note" class="hint">${note}</span>`}
    ${
      field === 'event' &&
      events.length > 0 &&
      html`<datalist id="events">
        ${events.map((event) => html`<option value="${event}"></option>`)}
      </datalist>`
    }
  </li>`;
}

/** The meaning of a row that its words do not say. */
function noteOf({ field, operator, isUnguarded }: TypedRow, sender: string): string | null {
  const name = /(\w+)\W*$/.exec(field)?.[1] ?? '';
  const notes = [
    (isUnguarded || /^\w+$/.test(field)) && 'The row is unknown in deliveries that lack it.',
    field.includes('[]') &&
      (operator === 'missing' ? 'No item of the list has it.' : 'Holds where one item of the list fits.'),
    operator === 'one_of' && 'Words between commas.',
    minorUnitsOf(sender)?.test(name) === true && 'In the smallest unit of the currency: 1000 is 10.00 euros.',
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : notes.join(' ');
}

const shownCharsMax = 60;

function sourcesPart({ options, chosen, pasted, fields, isCut }: PickSources, isFirst: boolean): Html {
  return html`${choiceField({
      name: 'source',
      label: 'Pick from',
      value: chosen,
      options,
      attributes: html`${isFirst && html`autofocus`}`,
    })}
    <details class="more" ${chosen === 'pasted' && html`open`}>
      <summary>Paste a body</summary>
      ${areaField({ name: 'pasted', label: 'Body', value: pasted, rows: 4, attributes: html`spellcheck="false"` })}
    </details>
    <p class="pick"><button name="do" value="fields" formnovalidate>Show its fields</button></p>
    ${fields === null && notice('attention', 'Its body cannot be read as text: choose another one.')}
    ${fields?.length === 0 && notice('attention', 'It has no fields.')}
    <p class="hint">Press a field to make a row of it.</p>
    <ul class="fields" aria-label="Fields">
      ${fields?.map(fieldPart)}
    </ul>
    ${isCut && html`<p class="hint">Only the first 300 fields are shown.</p>`}`;
}

/** Longer texts are seldom compared as a whole. */
const prefilledCharsMax = 200;

function pickOf({ value, ...row }: Readonly<Record<'field' | 'kind' | 'value', string>>): string {
  const isPrefilled = value.length <= prefilledCharsMax && isOneLine(value);
  const rest: Readonly<Record<string, string>> = isPrefilled ? { value } : { operator: 'exists' };
  return new URLSearchParams({ pick: '', ...row, ...rest }).toString();
}

const fieldPart = ({ place, field, kind, value }: PickableField): Html =>
  html`<li>
    ${
      field === null
        ? html`<code>${outsideText(place, 500)}</code>`
        : html`<button class="quiet" name="do" value="${pickOf({ field, kind, value })}" formnovalidate>
            <code>${outsideText(place, 500)}</code>
          </button>`
    }
    ${outsideText(kind === 'text' ? `"${value}"` : value, shownCharsMax)}
  </li>`;
