/** Escaped HTML; only the `html` tag below creates it. */
class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

export type { Html };

type Value = Html | string | number | null | undefined | false | readonly Value[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function rendered(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
  }
  return value.map(rendered).join('');
}

/** Elements beside which browsers show no white space. */
const blocks =
  'article|body|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|li|link|main|meta|nav|' +
  'ol|option|p|script|search|section|select|summary|table|tbody|td|th|thead|title|tr|ul';
const besideBlock = new RegExp(
  String.raw`(?<=</?(?:${blocks})(?:\s[^<>]*)?>)\s+|\s+(?=</?(?:${blocks})\b)`,
  'g',
);

const written = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The parts of a template without the white space that only lays out its source. */
function compactParts(parts: TemplateStringsArray): readonly string[] {
  const known = written.get(parts);
  if (known !== undefined) return known;
  const compact = parts.map((part) => part.replaceAll(besideBlock, '').replaceAll(/\n\s+/g, '\n'));
  written.set(parts, compact);
  return compact;
}

/** Escapes every value except `Html`, joins lists, and drops null, undefined and false. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    compactParts(parts)
      .map((part, index) => part + rendered(values[index]))
      .join(''),
  );
}
