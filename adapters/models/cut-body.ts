import { bodyText } from '#domain/body-text.ts';
import { cutToBytes } from '#domain/cut-text.ts';
import { parseJson } from '#domain/json-value.ts';
import { cutJson } from './cut-json.ts';

interface CutBody {
  readonly text: string;
  /** For the facts line before the body: what is shown, and how to read the rest. */
  readonly facts: Readonly<Record<string, string | number>>;
}

const more = 'read_delivery';

/** A turn asks several times for the same: before, for and after its call. */
const known = new WeakMap<Uint8Array, { readonly key: string; readonly cut: CutBody }>();

/**
 * Shows a body of up to `bytesMax` UTF-8 bytes unchanged, and as much of a longer one as fits: JSON by structure, so that
 * it stays JSON, other text from its beginning. The same bytes every time.
 */
export function cutBody(body: Uint8Array, contentType: string | null, bytesMax: number): CutBody {
  const key = `${bytesMax} ${contentType}`;
  const last = known.get(body);
  if (last?.key === key) return last.cut;
  const cut = cutAnew(body, contentType, bytesMax);
  known.set(body, { key, cut });
  return cut;
}

function cutAnew(body: Uint8Array, contentType: string | null, bytesMax: number): CutBody {
  const text = bodyText(body, contentType);
  if (text === null) return { text: '', facts: { body: 'binary, not shown' } };
  const { text: start, truncated } = cutToBytes(text, bytesMax);
  if (!truncated) return { text, facts: {} };
  const totalChars = text.length;
  const parsed = parseJson(text);
  const json = parsed && cutJson(parsed.value, bytesMax);
  if (json === null) return { text: start, facts: { shownChars: start.length, totalChars, more } };
  if (json.isWhole) return { text: json.text, facts: { shown: 'all of the JSON, without blanks' } };
  return { text: json.text, facts: { shown: 'shortened JSON', totalChars, more } };
}
