import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { Redis } from './connect.ts';

type Argument = string | Buffer;

/** Loads `scripts/<name>.lua` once; the returned function runs it by its digest, or whole where Redis forgot it. */
export function script(name: string) {
  const source = readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), 'utf8');
  const digest = createHash('sha1').update(source).digest('hex');
  return async function run(
    redis: Redis,
    keys: readonly string[],
    args: readonly Argument[],
  ): Promise<unknown> {
    const options = { keys: [...keys], arguments: [...args] };
    try {
      return await redis.evalSha(digest, options);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await redis.eval(source, options);
    }
  };
}
