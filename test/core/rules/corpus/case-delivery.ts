import { deliveryOf } from '#test/support/turn-input.ts';
import type { Patch, SenderCorpus } from './corpus.ts';

/** The delivery of a case: that of its sender with other values. */
export function caseDelivery(
  { body, headers, contentType }: SenderCorpus,
  patch: Patch,
  change: (body: unknown) => unknown = (same) => same,
) {
  const own = Object.entries(patch);
  const whole = Object.hasOwn(patch, '') ? patch[''] : structuredClone(body);
  for (const [path, value] of own) if (path !== '' && !path.startsWith('headers.')) set(whole, path, value);
  const others = own.flatMap(([path, value]) =>
    path.startsWith('headers.') ? [[path.slice('headers.'.length), String(value)] as const] : [],
  );
  const isForm = contentType === 'application/x-www-form-urlencoded';
  const text = isForm
    ? new URLSearchParams(change(whole) as Record<string, string>).toString()
    : change(whole);
  return deliveryOf(text, { contentType, headers: { ...headers, ...Object.fromEntries(others) } });
}

function set(root: unknown, path: string, value: unknown): void {
  const record = root as Record<string, unknown>;
  const dot = path.indexOf('.');
  if (dot === -1 || Object.hasOwn(record, path)) record[path] = value;
  else set(record[path.slice(0, dot)], path.slice(dot + 1), value);
}
