import type { Outcome } from '#contracts/run.ts';
import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { outcomeNames } from '../../parts/outcome.ts';

type Points = AnswerTo<'readAutomationStats'>['points'];
type Counts = Points[number]['outcomes'];

/** From the bottom of a bar. */
const layers = Object.keys(outcomeNames) as readonly Outcome[];

/** Units of the drawing, which are pixels. */
const [height, barWidth, columnWidth] = [24, 4, 5];

/** A bar for each hour, its outcomes on each other; the label says the same in words. */
export function outcomeBars(points: Points): Html {
  const most = Math.max(1, ...points.map(({ outcomes }) => totalOf(outcomes)));
  return html`<svg
    class="hours"
    width="${points.length * columnWidth}"
    height="${height}"
    role="img"
    aria-label="${wordsOf(points)}"
  >
    ${points.map(({ outcomes }, hour) => bar(outcomes, { x: hour * columnWidth, most }))}
  </svg>`;
}

/** A line on the ground where nothing arrived. */
function bar(counts: Counts, { x, most }: { readonly x: number; readonly most: number }): Html | Html[] {
  if (totalOf(counts) === 0)
    return html`<rect class="none" x="${x}" y="${height - 1}" width="${barWidth}" height="1" />`;
  let top = height;
  return layers.flatMap((outcome) => {
    const size = (countOf(counts, outcome) / most) * height;
    if (size === 0) return [];
    top -= size;
    return html`<rect
      class="${outcome}"
      x="${x}"
      y="${top.toFixed(1)}"
      width="${barWidth}"
      height="${size.toFixed(1)}"
    />`;
  });
}

const countOf = (counts: Counts, outcome: Outcome): number => counts[outcome] ?? 0;

const totalOf = (counts: Counts): number =>
  layers.reduce((total, outcome) => total + countOf(counts, outcome), 0);

/** As in `Last 24 hours: 12 succeeded, 1 failed`. */
function wordsOf(points: Points): string {
  const parts = layers.flatMap((outcome) => {
    const count = points.reduce((total, { outcomes }) => total + countOf(outcomes, outcome), 0);
    return count === 0 ? [] : [`${count} ${outcomeNames[outcome]}`];
  });
  return `Last ${points.length} hours: ${parts.length === 0 ? 'nothing' : parts.join(', ')}`;
}
