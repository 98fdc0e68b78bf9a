const step = /\.[A-Za-z_]\w*|\["(?:[^"\\]|\\.)*"\]|\[\d*\]/gsu;

/** The steps after the variable of a path, with their places. */
const stepsOf = (path: string) => [...path.matchAll(step)].map(({ 0: text, index }) => ({ text, index }));

/** The place of the first `[]` of a path, which stands for some item of a list; null where there is none. */
export const listStep = (path: string): number | null =>
  stepsOf(path).find(({ text }) => text === '[]')?.index ?? null;

/**
 * The paths that must be there before one can be read, from the outermost to itself: members, as the items of a list
 * have no `has()`. After a `[]`, those within the item.
 */
export function presencesOf(path: string): readonly string[] {
  const steps = stepsOf(path);
  const within = steps.slice(steps.findLastIndex(({ text }) => text === '[]') + 1);
  return within
    .filter(({ text }) => !/^\[\d/.test(text))
    .map(({ text, index }) => path.slice(0, index + text.length));
}

/** `has(body.status)`; for a name that cannot follow a point, `"odd name" in body`; for no member, that it is not blank. */
export function presenceOf(path: string): string {
  const last = stepsOf(path).at(-1);
  if (last === undefined) return `${path} != ""`;
  return last.text.startsWith('["')
    ? `${last.text.slice(1, -1)} in ${path.slice(0, last.index)}`
    : `has(${path})`;
}
