/** Tools that parse their text: texts that nest or multiply are hostile to them, and plain long ones to all others. */
export const convertingFamilies: ReadonlySet<string> = new Set([
  'encode',
  'cipher',
  'hash',
  'json',
  'convert',
  'table',
  'markup',
  'number',
  'unit',
  'date',
  'color',
  'web',
]);
