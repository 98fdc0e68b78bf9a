import { type Html, html } from '../../html.ts';

interface Bar {
  /** Below the bar, such as `Nov`. */
  readonly label: string;
  readonly value: number;
  /** What stands there on hover. */
  readonly title: string;
}

const height = 96;
const barWidth = 24;
const gap = 12;

/** Bars of one measure. A table beside it says the same: readers of the screen are told that one instead. */
export function barChart(bars: readonly Bar[]): Html {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const width = bars.length * (barWidth + gap) - gap;
  return html`<svg class="bars" viewBox="0 0 ${width} ${height + 20}" aria-hidden="true" focusable="false">
    ${bars.map(({ label, value, title }, index) => {
      const x = index * (barWidth + gap);
      const size = value === 0 ? 1 : Math.max(2, (value / max) * height);
      return html`<g>
        <title>${title}</title>
        <rect
          x="${x}"
          y="${(height - size).toFixed(1)}"
          width="${barWidth}"
          height="${size.toFixed(1)}"
          rx="2"
          class="${value === 0 ? 'none' : 'bar'}"
        />
        <text x="${x + barWidth / 2}" y="${height + 15}" text-anchor="middle">${label}</text>
      </g>`;
    })}
  </svg>`;
}
