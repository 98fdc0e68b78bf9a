import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { allowingPath } from '../../parts/allowing-path.ts';
import { duration } from '../../parts/duration.ts';
import { hostOf } from '../../parts/host-of.ts';
import { turnFigures } from '../../parts/turn-figures.ts';

type Steps = ItemOf<'readConversation'>['steps'];

/** What the agent did for a message, in a line each. */
export function stepList(steps: Steps, agentId: string): Html | false {
  return (
    steps.length > 0 &&
    html`<ul class="steps">
      ${steps.map(
        (step) =>
          html`<li>
            ${
              step.kind === 'request'
                ? html`<code>${step.method}</code>
                    <bdi class="foreign">${hostOf(step)}${step.path}</bdi> ${step.status ?? step.error}
                    ${step.outcome === 'refused' && html`<a href="${allowingPath(agentId, step.host)}">Allow this domain</a>`}`
                : html`<bdi class="foreign">${step.summary}</bdi>
                    <span class="quiet">${turnFigures(step)}</span>`
            }
            <span class="quiet number">${duration(step.durationMs)}</span>
          </li>`,
      )}
    </ul>`
  );
}
