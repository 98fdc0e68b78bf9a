import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const mediaTypes = {
  'docs.css': 'text/css; charset=utf-8',
  'forms.css': 'text/css; charset=utf-8',
  'narrow.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'request.js': 'text/javascript; charset=utf-8',
  'answer.js': 'text/javascript; charset=utf-8',
  'find-tools.js': 'text/javascript; charset=utf-8',
} as const;

/** A style sheet or script of the reference. */
export interface Asset {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** The assets and their common path, which contains a hash of their content so that browsers can cache them forever. */
export function readAssets(): { readonly path: string; readonly assets: readonly Asset[] } {
  const hash = createHash('sha256');
  const assets = Object.entries(mediaTypes).map(([name, mediaType]) => {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    hash.update(text);
    return { name, mediaType, text };
  });
  return { path: `/docs/${hash.digest('base64url').slice(0, 16)}`, assets };
}
