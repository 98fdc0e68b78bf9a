import { type Html, html } from '../../../html.ts';
import type { OperationCalls } from '../../../routing/call-operation.ts';
import { definePage, view } from '../../define-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import { type Replayed, replayOne } from './replay-one.ts';

/** A page of the list has no more. */
const chosenMax = 200;

/** Replays the deliveries that were chosen in the list, and says what became of each. */
export const replayChosen = () =>
  definePage({
    method: 'post',
    path: '/console/activity/replay',
    access: 'owner',
    handle: async ({ manage, form }) => {
      const chosen = [...new Set(form.getAll('deliveryId'))].slice(0, chosenMax);
      const results = await replayAll(manage, chosen);
      const count = results.filter(({ kind }) => kind === 'replayed').length;
      return view({
        title: 'Replayed',
        section: 'activity',
        body: html`<p class="crumb"><a href="/console/activity">Activity</a></p>
          <h1>${count} of ${chosen.length} replayed</h1>
          ${
            chosen.length === 0
              ? html`<p class="lead">No delivery was chosen. Tick some in the list first.</p>`
              : html`<ul class="results">
                  ${results.map((result) => html`<li>${resultOf(result)}</li>`)}
                </ul>`
          }`,
      });
    },
  });

/** Oldest first, as they were chosen from a list with the newest first. A full workspace takes no later one either. */
async function replayAll(manage: OperationCalls, chosen: readonly string[]): Promise<readonly Replayed[]> {
  const results: Replayed[] = [];
  let isFull = false;
  for (const first of chosen.toReversed()) {
    const result: Replayed = isFull ? { kind: 'left', first } : await replayOne(manage, first);
    isFull ||= result.kind === 'left';
    results.push(result);
  }
  return results;
}

function resultOf(result: Replayed): Html {
  switch (result.kind) {
    case 'replayed':
      return html`<a href="${deliveryPath(result.deliveryId)}">${outsideText(result.title, 80)}</a>
        <code class="quiet">${result.first}</code>`;
    case 'refused':
      return html`<code>${result.first}</code>: ${result.message}`;
    case 'left':
      return html`<code>${result.first}</code>: not now, the workspace is busy. Replay it again in a moment.`;
  }
}
