import type { ShownAct } from '#capabilities/acting-step.ts';
import { shownAct } from '#capabilities/step.ts';
import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { allowLink } from '../../parts/allowing-path.ts';
import { duration } from '../../parts/duration.ts';
import { turnFigures } from '../../parts/turn-figures.ts';

type Steps = ItemOf<'readConversation'>['steps'];

/** The agent's steps for a message, in a line each. */
export function stepList(steps: Steps, agentId: string): Html | false {
  return (
    steps.length > 0 &&
    html`<ul class="steps">
      ${steps.map(
        (step) =>
          html`<li>
            ${
              step.kind === 'model'
                ? html`<bdi class="foreign">${step.summary}</bdi>
                    <span class="quiet">${turnFigures(step)}</span>`
                : actLine(shownAct(step), agentId)
            }
            <span class="quiet number">${duration(step.durationMs)}</span>
          </li>`,
      )}
    </ul>`
  );
}

const actLine = ({ title, target, outcome, isGood, error, remedy }: ShownAct, agentId: string): Html =>
  html`<code>${title}</code> <bdi class="foreign">${target}</bdi> ${outcome} ${!isGood && error}
    ${remedy?.kind === 'allow' && allowLink(agentId, remedy.name)}`;
