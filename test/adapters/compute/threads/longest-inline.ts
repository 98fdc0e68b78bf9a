import type { Tool } from '@reveille/tools';

/** Inputs that once were slow for their length, somewhere. */
// oxfmt-ignore
export const units = [
  'a', '1', ' ', '\n', '\t', '"', "'", '.', '-', '@', '&', '<', '[', '{"a":', '(', '\\', '%', '#', '=', '/*',
  '\u0301', '\u0F73', '\u0301\u0316', '\u200D', '👩‍🚀', '🇩', '🚀', '\uFDFA', '\uD800', 'İ', 'ß', 'Σ', '\u1112\u1161',
  'क्षि', 'สวัสดี', '漢', 'ü.', '\u001B]', 'a@b.', '::', 'a b ', 'A. ', 'a,b\n', '- a\n', '{{', '<a b="',
];

/** The longest text of such units that still runs inline, as the largest param of the tool. */
export function longestInline(tool: Tool, unit: string, end: string): unknown {
  const { params: example } = tool.example;
  const name =
    'text' in example ? 'text' : Object.keys(example).find((key) => typeof example[key] === 'string');
  if (name === undefined) return undefined;
  const others = JSON.stringify({ ...example, [name]: '' }).length;
  for (let chars = (tool.inlineCharsMax ?? 0) - others; chars > 0; chars = Math.floor(chars * 0.8)) {
    const text = unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars - end.length) + end;
    const parsed = tool.params.safeParse({ ...example, [name]: text });
    if (parsed.success) return parsed.data;
  }
  return undefined;
}
