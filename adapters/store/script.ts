import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { Redis } from './connection/connect.ts';
import { isCluster } from './connection/nodes.ts';

type Argument = string | Buffer;
type Named = string | number | boolean | undefined | readonly Named[] | { readonly [name: string]: Named };

/**
 * Arguments by name, as the first argument of a script that reads them by `cjson.decode(ARGV[1])`. `undefined` is `nil` there; null is
 * not allowed, which would count as true. Bytes, and the fields of a record, are arguments of their own.
 */
export const named = (values: { readonly [name: string]: Named }): string =>
  // The half of a character, at which cjson fails, becomes what the client makes of it in other arguments.
  JSON.stringify(values, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));

/** Without its comments, which would be sent each time. */
const read = (path: string) =>
  readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(/^ *--.*\n/gm, '');

const withDigest = (text: string) => ({ text, digest: createHash('sha1').update(text).digest('hex') });

/**
 * Loads `scripts/<name>.lua` once, behind the functions of `script-parts/` that it uses; the returned function runs it by
 * its digest, or whole where Redis forgot it. One of which `isOrdered` is always sent whole: then nothing that is sent after
 * it is carried out before it.
 */
export function script(name: string, parts: readonly string[] = [], { isOrdered = false } = {}) {
  const paths = [...parts.map((part) => `./script-parts/${part}.lua`), `./scripts/${name}.lua`];
  const source = paths.map(read).join('\n');
  const alone = withDigest(source);
  const inCluster = withDigest(source.replace('local is_cluster = false', 'local is_cluster = true'));
  return async function run(
    redis: Redis,
    keys: readonly string[],
    args: readonly Argument[],
  ): Promise<unknown> {
    const options = { keys: [...keys], arguments: [...args] };
    const { text, digest } = isCluster(redis) ? inCluster : alone;
    if (isOrdered) return await redis.eval(text, options);
    try {
      return await redis.evalSha(digest, options);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await redis.eval(text, options);
    }
  };
}
