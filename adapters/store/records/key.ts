/** A variable part of a key: a plain id by its name, or one with rules of its own. */
type Part =
  | string
  | { readonly name: string; readonly pattern: string; readonly write: (value: never) => string };
type ValueOf<P> = P extends { readonly write: (value: infer Value) => string } ? Value : string;

export interface Key<Ids extends readonly unknown[] = readonly never[]> {
  (...ids: Ids): string;
  /** For people, such as `{<workspaceId>}:agents`. */
  readonly template: string;
  /** Whether a key found in Redis is of this kind. */
  readonly matches: (key: string) => boolean;
}

/**
 * The keys of a record as they read: key`{${'workspaceId'}}:agent:${'agentId'}`. The text in braces is the hash tag of
 * a Redis cluster: one script may touch all keys that share it.
 */
export function key<const Parts extends readonly Part[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Key<{ -readonly [Index in keyof Parts]: ValueOf<Parts[Index]> }> {
  const join = (fill: (part: Part, index: number) => string) =>
    texts.reduce((before, text, index) => `${before}${fill(parts[index - 1] ?? '', index - 1)}${text}`);
  const pattern = new RegExp(
    `^${texts.map(escape).reduce((before, text, index) => `${before}(?:${patternOf(parts[index - 1])})${text}`)}$`,
  );
  const make = (...ids: readonly unknown[]) => join((part, index) => writeOf(part)(ids[index] as never));
  return Object.assign(make, {
    template: join((part) => `<${typeof part === 'string' ? part : part.name}>`),
    matches: (found: string) => pattern.test(found),
  });
}

export const oneOf = <const Values extends readonly string[]>(name: string, values: Values) => ({
  name,
  pattern: values.map(escape).join('|'),
  write: (value: Values[number]) => value,
});

export const wholeNumber = (name: string) => ({
  name,
  pattern: '\\d+',
  write: (value: number) => String(value),
});

/** Text of others, which may hold what separates the parts of a key. */
export const encoded = (name: string) => ({
  name,
  pattern: '[^:{}]+',
  write: (value: string) => encodeURIComponent(value),
});

/** Text that may hold colons, as an address does. */
export const address = (name: string) => ({ name, pattern: '[^{}]+', write: (value: string) => value });

const patternOf = (part: Part | undefined): string =>
  part === undefined || typeof part === 'string' ? '[^:{}]+' : part.pattern;

const writeOf = (part: Part): ((value: never) => string) =>
  typeof part === 'string' ? (value: string) => value : part.write;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A part of a key that is a text of its own form. */
export const named = (name: string, pattern: string) => ({
  name,
  pattern,
  write: (value: string) => value,
});
