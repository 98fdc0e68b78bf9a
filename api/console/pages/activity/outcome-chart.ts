import type { Outcome } from '#contracts/run.ts';
import type { StatsPoint, StatsStep } from '#contracts/stats.ts';
import { type Html, html } from '#api/html.ts';
import { type Column, type Columns, table } from '../../parts/table.ts';
import { outcomeNames } from '../../parts/outcome.ts';
import type { Chart } from './read-activity.ts';

const outcomes = Object.keys(outcomeNames) as readonly Outcome[];
/** Units of the drawing. */
const [columnWidth, barWidth, height] = [10, 7, 60];

/** How deliveries ended, hour by hour or day by day: a column for each, and the same as a table. */
export function outcomeChart({ points, total, range: { step } }: Chart, timeZone: string): Html {
  const most = Math.max(1, ...points.map(countOf));
  const format = formatOf(step, timeZone);
  const label = ({ at }: StatsPoint) => format.format(new Date(at));
  const shown = [points[0], points[Math.floor(points.length / 2)], points.at(-1)];
  return html`<figure class="chart">
    <svg
      viewBox="0 0 ${points.length * columnWidth} ${height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${countOf(total)} deliveries in ${points.length} ${step}s, at most ${most} in one"
    >
      ${points.map((point, index) => column(point, { x: index * columnWidth, most, title: label(point) }))}
    </svg>
    <p class="axis" aria-hidden="true">
      ${shown.map((point) => point !== undefined && html`<span>${label(point)}</span>`)}
    </p>
    <details>
      <summary>As a table</summary>
      ${table({ name: `Deliveries by ${step}`, rows: points, columns: columnsOf(label), className: '', isWide: true })}
    </details>
  </figure>`;
}

/** Days are those of UTC. */
const formatOf = (step: StatsStep, timeZone: string) =>
  step === 'hour'
    ? new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone })
    : new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const countOf = ({ outcomes: counts }: Pick<StatsPoint, 'outcomes'>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

interface Place {
  readonly x: number;
  /** The count that fills the whole height. */
  readonly most: number;
  readonly title: string;
}

function column(point: StatsPoint, { x, most, title }: Place): Html {
  let top = height;
  const bars = outcomes.map((outcome) => {
    const count = point.outcomes[outcome];
    if (count === 0) return null;
    const size = (count / most) * height;
    top -= size;
    return html`<rect
      class="${outcome}"
      x="${x + (columnWidth - barWidth) / 2}"
      y="${top.toFixed(2)}"
      width="${barWidth}"
      height="${size.toFixed(2)}"
    />`;
  });
  return html`<g><title>${title}: ${countOf(point)}</title>${bars}</g>`;
}

const columnsOf = (label: (point: StatsPoint) => string): Columns<StatsPoint> => [
  { title: 'From', cell: label },
  ...outcomes.map((outcome) => counted(outcomeNames[outcome], (point) => point.outcomes[outcome])),
  counted('duplicates', ({ duplicates }) => duplicates),
  counted('refused', refusedOf),
];

const counted = (title: string, cell: (point: StatsPoint) => number): Column<StatsPoint> => ({
  title,
  className: 'number',
  cell,
});

export const refusedOf = ({ refused }: Pick<StatsPoint, 'refused'>): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);
