import { type Html, html } from '#api/html.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { hiddenTitle, table } from '../../parts/table.ts';
import { apisPath } from './apis-path.ts';

interface Shown {
  readonly api: AnswerTo<'readApi'>;
  readonly found: AnswerTo<'listApiOperations'>;
  readonly search: string;
  readonly agentId: string;
  /** The hidden fields of every form. */
  readonly own: Html;
  readonly isReadOnly: boolean;
}

type Choice = Pick<
  ItemOf<'listApiOperations'>,
  'name' | 'method' | 'path' | 'summary' | 'effect' | 'suggestedEffect'
>;

const effects = [
  ['write', 'changes something'],
  ['read', 'only reads'],
] as const;

/** The chosen operations, and those that a search found, each with a box to tick. */
export function operationForm({ api, found, search, agentId, own, isReadOnly }: Shown): Html {
  const chosen = api.operations.map((one) => ({ ...one, suggestedEffect: one.effect }));
  const others = found.items.filter(({ effect }) => effect === null);
  const here = `${apisPath}/${api.id}`;
  return html`<section aria-labelledby="operations">
    <h2 id="operations">Operations</h2>
    <form method="get" action="${here}">
      <input type="hidden" name="agent" value="${agentId}" />
      <p class="field">
        <label for="search">Search its ${found.count} operations</label>
        <input id="search" name="search" type="search" value="${search}" />
      </p>
      <button class="quiet">Search</button>
    </form>
    <form method="post" action="${here}">
      ${own}
      <fieldset ${isReadOnly && html`disabled`}>
        ${table({
          name: 'Operations',
          rows: [...chosen, ...others] as readonly Choice[],
          columns: [
            { title: hiddenTitle('Offered'), cell: box },
            {
              title: 'Operation',
              isHead: true,
              cell: ({ name, method, path, summary }) =>
                html`<label for="op-${name}">${name}</label>
                  <span class="hint"><code>${method} ${path}</code> ${outsideText(summary, 120)}</span>`,
            },
            { title: 'Effect', cell: effectChoice },
          ],
          empty: { title: 'Nothing found', text: 'Search by other words.' },
        })}
        <p class="hint">
          At most 60 for all APIs of an agent: with more tools models choose worse. Approvals of writes hold
          for whatever changes something.
        </p>
        <button>Save the operations</button>
      </fieldset>
    </form>
  </section>`;
}

const box = ({ name, effect }: Choice): Html =>
  html`<input
    type="checkbox"
    id="op-${name}"
    name="operation"
    value="${name}"
    ${effect !== null && html`checked`}
  />`;

/** Unsaid, an operation is a write, whatever its method; what that suggests can be read beside it. */
const effectChoice = ({ name, effect, suggestedEffect }: Choice): Html =>
  html`<select name="effect-${name}" aria-label="Effect of ${name}">
      ${effects.map(
        ([value, title]) =>
          html`<option value="${value}" ${value === (effect ?? 'write') && html`selected`}>${title}</option>`,
      )}
    </select>
    ${effect === null && suggestedEffect === 'read' && html`<span class="hint">probably only reads</span>`}`;

/** The ticked operations with their effects. */
export const chosenIn = (form: URLSearchParams) =>
  form.getAll('operation').map((name) => ({
    name,
    effect: form.get(`effect-${name}`) === 'read' ? ('read' as const) : ('write' as const),
  }));
