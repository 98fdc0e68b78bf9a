import { type JsonValue, parseJson } from '#domain/json-value.ts';

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/** The value of a JSON text that every reader understands alike; else the reason. Numbers keep their spelling. */
export function readJsonStrictly(text: string): { readonly value: JsonValue } | { readonly fault: string } {
  const parsed = parseJson(text);
  if (parsed === null) return { fault: 'the body is not JSON' };
  return hasNameTwice(text) ? { fault: 'the body has a member twice' } : parsed;
}

/** Readers differ in which of the two counts. The text is JSON. */
function hasNameTwice(text: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const [found] of text.matchAll(token)) {
    if (found === '{' || found === '[') open.push(new Set());
    else if (found === '}' || found === ']') open.pop();
    else if (found === ':') {
      const name = String(JSON.parse(last));
      if (open.at(-1)?.has(name) === true) return true;
      open.at(-1)?.add(name);
    }
    last = found;
  }
  return false;
}
