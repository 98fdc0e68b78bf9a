import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { duration } from '../../parts/duration.ts';
import { time } from '../../parts/time.ts';
import { operatorTimeZone } from './operator-path.ts';

type Service = AnswerTo<'readService'>;

const partNames = new Map([
  ['redis', 'Redis'],
  ['temporal', 'Temporal'],
  ['namespace', 'Namespace'],
  ['search-attributes', 'Search attributes'],
  ['workers', 'Polling'],
]);

/** Whether the service can work: its parts, who works, what is under way, and its last cleanup. */
export const servicePart = ({ parts, workers, running, slotsPerWorkspace, lastSweep }: Service): Html =>
  html`<section aria-labelledby="service">
    <h2 id="service">Health</h2>
    <dl>
      ${parts.map(
        ({ name, state }) =>
          html`<dt>${partNames.get(name) ?? name}</dt>
            <dd><span class="state ${state === 'ready' ? 'active' : 'refused'}">${state}</span></dd>`,
      )}
      <dt>Workers</dt>
      <dd>${workersState(workers)}</dd>
      <dt>Slots</dt>
      <dd>
        ${running === null ? 'unknown' : `${running.toLocaleString('en')} taken`}
        <span class="quiet">· each workspace has ${slotsPerWorkspace}, unless set otherwise</span>
      </dd>
      <dt>Last sweep</dt>
      <dd>${sweepState(lastSweep)}</dd>
    </dl>
  </section>`;

function workersState(workers: number | null): Html {
  if (workers === null) return html`unknown`;
  return workers === 0
    ? html`<span class="state refused">none: nothing is processed</span>`
    : html`<span class="state active">${workers}</span>`;
}

const sweepColours = { running: 'running', completed: 'active', failed: 'refused' } as const;

function sweepState(sweep: Service['lastSweep']): Html {
  if (sweep === null)
    return html`none yet, or unknown <span class="quiet">· one is due every five minutes</span>`;
  const { startedAt, finishedAt, outcome, failureCount, failures } = sweep;
  return html`<span class="state ${sweepColours[outcome]}">${outcome}</span>
    ${time(startedAt, operatorTimeZone)}${finishedAt !== null && `, took ${duration(Date.parse(finishedAt) - Date.parse(startedAt))}`}
    ${
      failureCount > 0 &&
      html`<details>
        <summary>${failureCount} failures</summary>
        <ul>
          ${failures.map((failure) => html`<li><bdi>${failure}</bdi></li>`)}
        </ul>
      </details>`
    }`;
}
