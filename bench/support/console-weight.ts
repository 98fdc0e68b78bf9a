import { gunzipSync } from 'node:zlib';

import type { ConsoleReader } from './console-reader.ts';
import { report } from './figures.ts';

const bytesMax = 60_000;

/** The size of a page and everything that it loads over the wire: a first visit, with nothing in the browser's cache. */
export async function weigh(reader: ConsoleReader, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const page = await reader.bytes(path);
    const loaded = await Promise.all(loadedBy(page).map((asset) => reader.bytes(asset)));
    const all = [page, ...loaded].reduce((sum, { byteLength }) => sum + byteLength, 0);
    report({
      name: `weight of ${path.replace(/dlv_[^/]+/, '{deliveryId}')}`,
      ours: `${kB(all)} with styles and scripts, ${kB(page.byteLength)} without`,
      yardstick: kB(bytesMax),
      ratio: all / bytesMax,
      goal: { atMost: 1 },
    });
  }
}

function loadedBy(page: Buffer): readonly string[] {
  const text = gunzipSync(page).toString();
  return [...text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
