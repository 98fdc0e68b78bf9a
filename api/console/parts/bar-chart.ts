import { type Html, html } from '../../html.ts';

interface Bar {
  /** Below the bar, such as `Nov`. */
  readonly label: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
  /** The text on hover. */
  readonly title: string;
  /** The whole is not known: what is drawn is its least. */
  readonly isOpen: boolean;
}

/** Units of the drawing. */
const [height, barWidth, gap, textRoom] = [72, 22, 8, 14];

/** Bars of one measure, the largest with its number. A table beside it says the same: readers of the screen are told that one instead. */
export function barChart(bars: readonly Bar[]): Html {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const width = bars.length * (barWidth + gap) - gap;
  const largest = bars.findLast(({ value }) => value === max);
  return html`<svg
    class="bars"
    viewBox="0 ${-textRoom} ${width} ${height + 2 * textRoom + 4}"
    aria-hidden="true"
    focusable="false"
  >
    ${bars.map((bar, index) => column(bar, { x: index * (barWidth + gap), max, isTold: bar === largest }))}
  </svg>`;
}

interface Place {
  readonly x: number;
  readonly max: number;
  readonly isTold: boolean;
}

function column({ label, value, text, title, isOpen }: Bar, { x, max, isTold }: Place): Html {
  const size = value === 0 ? 1 : Math.max(2, (value / max) * height);
  const [middle, top] = [x + barWidth / 2, height - size];
  return html`<g>
    <title>${title}</title>
    <rect
      x="${x}"
      y="${top.toFixed(1)}"
      width="${barWidth}"
      height="${size.toFixed(1)}"
      rx="2"
      class="${isOpen ? 'open' : value === 0 ? 'none' : 'bar'}"
    />
    ${isOpen && value === 0 && html`<text x="${middle}" y="${height - 5}" text-anchor="middle">?</text>`}
    ${isTold && number(text, x, top)}
    <text x="${middle}" y="${height + textRoom}" text-anchor="middle">${label}</text>
  </g>`;
}

/** Above its bar. The first one would else leave the drawing on the left, the last one on the right. */
const number = (text: string, x: number, top: number): Html =>
  html`<text
    x="${x === 0 ? x : x + barWidth}"
    y="${(top - 4).toFixed(1)}"
    text-anchor="${x === 0 ? 'start' : 'end'}"
  >
    ${text}
  </text>`;
