import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const mediaTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/** A style sheet or script of our own pages. */
interface Asset {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

export interface Assets {
  /** URL path of all of them. It contains a hash of their content so that browsers can cache them forever. */
  readonly path: string;
  readonly assets: readonly Asset[];
}

/** Reads the files, which are served by their own names below `base`; a list is served as one, by the name of its first. */
export function readAssets(base: string, files: readonly (URL | readonly URL[])[]): Assets {
  const hash = createHash('sha256');
  const assets = files.map((file) => {
    const parts = [file].flat();
    const path = parts[0]?.pathname ?? '';
    const name = path.slice(path.lastIndexOf('/') + 1);
    const text = parts.map((part) => readFileSync(part, 'utf8')).join('\n');
    hash.update(text);
    return { name, mediaType: mediaTypes[name.endsWith('.css') ? 'css' : 'js'], text };
  });
  return { path: `${base}/${hash.digest('base64url').slice(0, 16)}`, assets };
}
