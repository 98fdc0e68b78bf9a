import { type Html, html } from '#api/html.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { notice } from '../../parts/notice.ts';
import { dryRunPart } from './dry-run.ts';
import type { DraftRead } from './read-draft.ts';
import type { ReadTexts } from './shown-automation.ts';
import { type Allowing, targetsPart } from './targets.ts';

type Understood = ReadTexts['understood'];
type WouldRun = NonNullable<ReadTexts['wouldRun']>;

/** How the texts of an automation are understood, and what the filter would do with what arrived lately. */
export const understoodTexts = (
  { understood, wouldRun, hints, targets, dryRun, problem }: DraftRead,
  { timeZone, allowing }: { readonly timeZone: string; readonly allowing: Allowing },
): Html =>
  html`<h2 id="understood-title">How it is understood</h2>
    <p role="status" class="summary">
      ${problem === undefined ? summaryOf(understood, wouldRun) : sentencesSummary(understood.sentences)}
    </p>
    <h3>Filter</h3>
    ${
      problem === undefined
        ? html`${filterPart(understood.filter)} ${wouldRun !== undefined && trialPart(wouldRun, timeZone)}`
        : notice('attention', problem.message)
    }
    ${understood.sentences.length > 0 && sentencesPart(understood.sentences)}
    ${understood.expects?.map(expectedPart)} ${dryRun != null && dryRunPart(dryRun, timeZone)}
    ${hints.map((hint) => notice('attention', hint))} ${targetsPart(targets, allowing)}`;

function summaryOf({ sentences, filter }: Understood, wouldRun: WouldRun | undefined): string {
  const texts = sentencesSummary(sentences);
  if (filter?.needsModel === true) return `${texts} The filter needs a model.`;
  return wouldRun === undefined ? texts : `${texts} Would run ${wouldRun.run} of ${wouldRun.of}.`;
}

function sentencesSummary(sentences: Understood['sentences']): string {
  const { length: all } = sentences;
  const open = sentences.filter(({ needsModel }) => needsModel).length;
  if (all === 0) return 'No instructions yet.';
  if (open === 0) return all === 1 ? 'The sentence is understood.' : `All ${all} sentences are understood.`;
  if (all === 1) return 'The sentence needs a model.';
  return `${open} of ${all} sentences ${open === 1 ? 'needs' : 'need'} a model.`;
}

function filterPart(filter: Understood['filter']): Html {
  if (filter === null) return html`<p class="quiet">No filter: every delivery wakes the agent.</p>`;
  if (filter.condition === null)
    return html`<p><span class="needs-model">Needs a model</span></p>
      ${filter.problem !== undefined && notice('attention', outsideText(filter.problem, 600))}`;
  const state = filter.proposedBy === undefined ? decides : proposed;
  return html`<p class="plain"><code>${filter.plain}</code></p>
    ${filter.problem !== undefined && notice('attention', outsideText(filter.problem, 600))}
    <p class="hint">${state}</p>`;
}

const decides = 'The condition decides; the English is read only where that is unknown, by a model.';
const proposed =
  'This condition is only proposed: it decides nothing until you copy it into the field for the condition and save.';

const sentencesPart = (sentences: Understood['sentences']): Html =>
  html`<h3>Instructions</h3>
    <ol class="sentences">
      ${sentences.map(
        ({ text, does, needsModel }) =>
          html`<li>
            <q>${text}</q>
            ${needsModel ? html`<span class="needs-model">Needs a model</span>` : html`<span>${does ?? 'Done by the plan.'}</span>`}
          </li>`,
      )}
    </ol>`;

const expectedPart = ({ method, host, path }: NonNullable<Understood['expects']>[number]): Html =>
  html`<p class="hint">
    A run that ends without <code>${method} ${outsideText(`${host}${path ?? ''}`, 600)}</code> is failed.
  </p>`;

function trialPart({ run, of, unknown, warning, evidence, missing }: WouldRun, timeZone: string): Html {
  return html`<div class="trial">
    <p>
      <strong>Would run ${run} of ${of}</strong> stored
      deliveries${unknown > 0 && `; ${unknown} need a model`}.
    </p>
    ${shares(evidence)} ${warning !== null && notice('attention', warning)}
    ${missing.map(({ path, missingIn }) =>
      notice(
        'attention',
        html`${missingIn} of ${of} lack <code>${outsideText(path)}</code>: the condition is unknown there.
          With a guard, such as <code>${'has()'}</code>, they are skipped.`,
      ),
    )}
    <details>
      <summary>Evidence of each</summary>
      <ul class="evidence">
        ${evidence.map(
          ({ deliveryId, receivedAt, matched, evidence: because }) =>
            html`<li>
              <a href="/console/deliveries/${deliveryId}">
                <span class="verdict ${verdictOf(matched)}">${verdictNames[verdictOf(matched)]}</span>
                ${time(receivedAt, timeZone)}</a
              >
              ${outsideText(because, 600)}
            </li>`,
        )}
      </ul>
    </details>
  </div>`;
}

const verdictNames = { 'would-run': 'run', 'would-skip': 'skip', 'would-ask': 'model' } as const;
const verdictOf = (matched: boolean | null) =>
  matched === null ? 'would-ask' : matched ? 'would-run' : 'would-skip';

/** One square for each delivery, newest first. */
function shares(evidence: WouldRun['evidence']): Html {
  const side = 10;
  return html`<svg class="shares" height="${side}" width="${evidence.length * (side + 2)}" aria-hidden="true">
    ${evidence.map(
      ({ matched }, index) =>
        html`<rect
          class="${verdictOf(matched)}"
          x="${index * (side + 2)}"
          width="${side}"
          height="${side}"
          rx="2"
        />`,
    )}
  </svg>`;
}
