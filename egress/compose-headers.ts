import type { AttachedHeader } from './secrets.ts';
import { foldHeaderName } from '../domain/header-names.ts';

type Header = readonly [name: string, value: string];

interface Parts {
  readonly agent: readonly Header[];
  readonly attached: readonly AttachedHeader[];
  /** For names that neither of the others sets. */
  readonly defaults: readonly (readonly [name: string, value: string | null | undefined])[];
}

/** The header block that goes out: each name once, the configured value before any other. */
export function composeHeaders({ agent, attached, defaults }: Parts): readonly Header[] {
  const chosen: Header[] = [...agent, ...attached.map(({ name, value }) => [name, value] as const)];
  const names = new Set(chosen.map(([name]) => foldHeaderName(name)));
  for (const [name, value] of defaults) {
    if (typeof value === 'string' && !names.has(foldHeaderName(name))) chosen.push([name, value]);
  }
  return [...chosen, ['Accept-Encoding', 'identity']];
}
