import { defaultRetryPolicy } from '#contracts/retry.ts';
import { type Html, html } from '#api/html.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import { diffWordsWithSpace } from 'diff';
import { typedSchema } from './answer-schema-field.ts';

export type ShownRevision = Awaited<ReturnType<OperationCalls['readRevision']>>;

/** The members of a revision, each as text. */
const textsOf = ({
  name,
  filter,
  condition,
  instructions,
  plan,
  retry,
  model,
  ...revision
}: ShownRevision) => ({
  Name: name,
  Filter: filter ?? '',
  Condition: condition ?? '',
  Instructions: instructions,
  Plan: plan === null ? '' : JSON.stringify(plan, null, 2),
  Expected: revision.expects.map(({ method, host, path }) => `${method} ${host}${path ?? ''}`).join('\n'),
  'JSON of the answer': typedSchema(revision.answerSchema),
  'Reads earlier runs': revision.readsEarlierRuns ? 'yes' : 'no',
  Retries: retryText(retry),
  Model: modelText(model),
});

function retryText(retry: ShownRevision['retry']): string {
  const { tries, withinMinutes, honorsIdempotencyKey } = { ...defaultRetryPolicy, ...retry };
  return `${tries} tries within ${withinMinutes} minutes${honorsIdempotencyKey === true ? ', by Idempotency-Key' : ''}`;
}

const modelText = (model: ShownRevision['model']): string =>
  model === null
    ? 'that of the agent'
    : Object.entries(model)
        .map(([member, value]) => `${member}: ${value}`)
        .join(', ');

/** The changes from one revision to another. */
export function revisionChanges(before: ShownRevision, after: ShownRevision): Html {
  const [old, now] = [textsOf(before), textsOf(after)];
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter((name) => old[name] !== now[name]);
  if (changed.length === 0) return html`<p class="quiet">Saved without a change.</p>`;
  return html`<dl class="changes">
    ${changed.map(
      (name) =>
        html`<dt>${name}</dt>
          <dd>${textDiff(old[name], now[name])}</dd>`,
    )}
  </dl>`;
}

/** Beyond this many changes a text is shown as replaced: it is another one. */
const editsMax = 2_000;

/** The words that were removed from a text and those that were added. */
function textDiff(before: string, after: string): Html {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: editsMax }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return html`<div class="diff">
    ${parts.map(({ value, added, removed }) =>
      added ? html`<ins>${value}</ins>` : removed ? html`<del>${value}</del>` : html`<span>${value}</span>`,
    )}
  </div>`;
}
