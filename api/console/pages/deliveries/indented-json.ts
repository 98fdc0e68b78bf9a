const indent = '  ';
/** Deeper parts are not moved further: a page grows with the body, never with its square. */
const depthMax = 24;

/**
 * JSON with a line for each member. Only white space between the parts changes: numbers, escapes and repeated names stay as
 * they were sent. Null for what is no JSON.
 */
export function indentedJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const parts: string[] = [];
  let depth = 0;
  const line = () => `\n${indent.repeat(Math.min(depth, depthMax))}`;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (part === '{' || part === '[') {
      depth += 1;
      parts.push(part, line());
    } else if (part === '}' || part === ']') {
      depth -= 1;
      parts.push(line(), part);
    } else if (part === ',') parts.push(part, line());
    else if (part === ':') parts.push(': ');
    else parts.push(/^[{[]/.test(part) ? part.replaceAll(/\s/g, '') : part);
  }
  return parts.join('');
}
