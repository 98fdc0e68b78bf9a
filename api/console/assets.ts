import { type Assets, readAssets } from '../assets.ts';
import { sharedStyles } from '../styles/shared-styles.ts';

const own = ['console.css', 'console.js'].map((name) => new URL(`assets/${name}`, import.meta.url));
const kept = [
  new URL(import.meta.resolve('htmx.org/dist/htmx.min.js')),
  new URL(import.meta.resolve('htmx.org/dist/ext/hx-sse.min.js')),
];

/** Style sheets and scripts of the console. */
export const consoleAssets = (): Assets => readAssets('/console/assets', [...sharedStyles, ...own, ...kept]);
