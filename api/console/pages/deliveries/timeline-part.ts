import { type Html, html } from '#api/html.ts';
import { duration } from '../../parts/duration.ts';
import { outsideText } from '../../parts/outside-text.ts';
import type { Phase } from './timeline.ts';

/** The course of a delivery: a row for each phase, with its share of the whole time as a bar. */
export function timelinePart(phases: readonly Phase[]): Html {
  const fromMs = Math.min(...phases.map((phase) => phase.fromMs));
  const toMs = Math.max(...phases.map((phase) => phase.toMs));
  const span = { fromMs, wholeMs: Math.max(1, toMs - fromMs) };
  return html`<ol class="timeline">
    ${phases.map((phase) => row(phase, span))}
  </ol>`;
}

interface Span {
  readonly fromMs: number;
  readonly wholeMs: number;
}

function row(phase: Phase, span: Span): Html {
  const { kind, label, detail, figures, isTrouble, fromMs, toMs } = phase;
  return html`<li class="${kind}${isTrouble && ' trouble'}">
    <p class="what">${outsideText(label, 160)}</p>
    <p class="detail">
      ${outsideText(detail, 400)}${figures !== null && html`<span class="quiet used">${figures}</span>`}
    </p>
    ${bar(phase, span)}
    <p class="number" title="from ${duration(fromMs - span.fromMs)} after it arrived">
      ${kind === 'end' ? duration(toMs - span.fromMs) : duration(toMs - fromMs)}
    </p>
  </li>`;
}

/** Widths are attributes of the drawing: the page allows no style of its own. */
function bar({ fromMs, toMs, triesMs, kind }: Phase, span: Span): Html {
  const at = (moment: number) => Math.min(100, Math.max(0, ((moment - span.fromMs) / span.wholeMs) * 100));
  const width = Math.max(0.7, at(toMs) - at(fromMs));
  const x = Math.min(at(fromMs), 100 - width);
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${kind !== 'end' && html`<rect x="${round(x)}" y="1" width="${round(width)}" height="6" />`}
    ${triesMs.slice(1).map((moment) => html`<rect class="try" x="${round(at(moment))}" y="0" width="0.4" height="8" />`)}
  </svg>`;
}

const round = (value: number) => value.toFixed(2);
