import { type Assets, readAssets } from '../assets.ts';
import { sharedStyles } from '../styles/shared-styles.ts';

const own = (name: string) => new URL(`assets/${name}`, import.meta.url);

/** Served as one, by the name of the first: what all pages share, then what a section needs beside it. */
const styles = [
  'console.css',
  'text.css',
  'tabs.css',
  'charts.css',
  'forms.css',
  'tables.css',
  'automations.css',
  'editor.css',
  'deliveries.css',
  'activity.css',
  'chat.css',
  'narrow.css',
].map(own);
const kept = [
  new URL(import.meta.resolve('htmx.org/dist/htmx.min.js')),
  new URL(import.meta.resolve('htmx.org/dist/ext/hx-sse.min.js')),
];

export const consoleAssets = (): Assets =>
  readAssets('/console/assets', [...sharedStyles, styles, own('console.js'), ...kept]);
