import { foldHeaderName } from '#domain/header-names.ts';
import { loopHeader } from '#domain/loop.ts';
import { isRepeatable } from '#domain/outbound-method.ts';
import type { HeaderLine } from './agent-headers.ts';
import type { Hop } from './hop.ts';
import type { OutboundOptions } from './outbound-options.ts';
import type { ParsedRequest } from './parse-request.ts';

export const userAgent = 'Reveille/1';

/** No policy may attach it; older ones may. */
const isLoopHeader = (name: string): boolean => foldHeaderName(name) === loopHeader.toLowerCase();

/** The header block that goes out: each name once, the configured value before any other. */
export function composeHeaders(
  { method, contentType }: ParsedRequest,
  lines: { readonly agent: readonly HeaderLine[]; readonly attached: readonly HeaderLine[] },
  { idempotencyKey, loopValue }: Pick<OutboundOptions, 'idempotencyKey'> & Pick<Hop, 'loopValue'>,
): readonly HeaderLine[] {
  const chosen: HeaderLine[] = [...lines.agent, ...lines.attached].filter(([name]) => !isLoopHeader(name));
  const names = new Set(chosen.map(([name]) => foldHeaderName(name)));
  const defaults = [
    ['User-Agent', userAgent],
    ['Content-Type', contentType],
    ['Idempotency-Key', isRepeatable(method) ? null : idempotencyKey],
  ] as const;
  for (const [name, value] of defaults) {
    if (typeof value === 'string' && !names.has(foldHeaderName(name))) chosen.push([name, value]);
  }
  const own: HeaderLine[] = [['Accept-Encoding', 'identity']];
  if (loopValue !== undefined) own.push([loopHeader, loopValue]);
  return [...chosen, ...own];
}
