/** Line and column of an offset, counted from 1; CRLF is one line end, columns are UTF-16 units. */
function placeOf(text: string, index: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, index).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

export function positionOf(text: string, index: number): string {
  const { line, column } = placeOf(text, index);
  return `line ${line}, column ${column}`;
}
