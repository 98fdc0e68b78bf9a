/** The number that is typed into a field; undefined where nothing is. A text that is no number stays one, so that it is refused. */
export function numberOfField(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}
