import { type Condition, every, hasReadings, not, readings, some } from './condition-tree.ts';

export type Joint = 'and' | 'or';
type Kind = 'every' | 'some';

/** One of the conditions that a sentence joins, as it was read. */
export interface Part {
  readonly condition: Condition;
  /** What joins it to the part before it; the first has none. */
  readonly joint: Joint | null;
  readonly hasComma: boolean;
  /** "A, B": joined by a comma alone. */
  readonly isListed: boolean;
  /** Its "either" asks for an "or" behind it, its "both" for an "and". */
  readonly opener: 'either' | 'both' | null;
  /** "Not …" of a whole test, which may reach over what follows. */
  readonly isDenied: boolean;
  /** "Or above 20": said of the field before it. */
  readonly isContinued: boolean;
  /** It has a verb of its own, or a "not". */
  readonly hasVerb: boolean;
}

const kinds = { and: 'every', or: 'some', either: 'some', both: 'every' } as const;
const join = (kind: Kind, of: readonly Condition[]): Condition => (kind === 'every' ? every(of) : some(of));

/**
 * The condition that parts come to. Where it is not said which of them belong together, all readings lie between two of
 * them: that "or" joins first, and that "and" does. Null where a "not" may reach over what follows, and for an opener that
 * opens nothing.
 */
export function joinParts(parts: readonly Part[]): Condition | null {
  if (isMixed(parts) && parts.some(({ isListed }) => isListed)) return null;
  const clauses = joinContinued(parts);
  const opened = clauses === null ? null : joinOpened(clauses);
  return opened === null ? null : joinAll(opened);
}

const isMixed = (parts: readonly Part[]): boolean =>
  new Set(parts.slice(1).map(({ joint }) => joint)).size > 1;

const conditionsOf = (parts: readonly Part[]): readonly Condition[] =>
  parts.map(({ condition }) => condition);

/** Runs of parts: a new one begins where `isBorder` says so of the part that begins it. */
function runsOf(
  parts: readonly Part[],
  isBorder: (part: Part, index: number) => boolean,
): readonly (readonly Part[])[] {
  const starts = parts.flatMap((part, index) => (index === 0 || isBorder(part, index) ? [index] : []));
  return starts.map((start, index) => parts.slice(start, starts[index + 1]));
}

/** "Score is below 5 or above 20 and …": what is said of one field belongs together. */
function joinContinued(parts: readonly Part[]): readonly Part[] | null {
  const clauses: Part[] = [];
  for (const said of runsOf(parts, ({ isContinued }) => !isContinued)) {
    const [head, second] = said;
    if (head === undefined) continue;
    const condition = second === undefined ? head.condition : joinPredicates(head, said);
    if (condition === null) return null;
    const isClosed = head.opener !== null && condition.kind === kinds[head.opener];
    clauses.push({ ...head, condition, opener: isClosed ? null : head.opener });
  }
  return clauses;
}

/** "Is not below 5 or above 20" may deny both of them, or the first. */
function joinPredicates(head: Part, said: readonly Part[]): Condition | null {
  const narrow = joinAll(said);
  const rest = said.slice(1);
  const isWide = isComparisonDenied(head.condition) && rest.some(({ hasVerb }) => !hasVerb);
  if (!isWide && !head.isDenied) return narrow;
  if (head.condition.kind !== 'not' || isMixed(said) || narrow === null) return null;
  const wide = joinAll([{ ...head, condition: head.condition.of }, ...rest]);
  return wide === null ? null : readings([narrow, not(wide)]);
}

/** But "is missing or below 5" denies nothing. */
const isComparisonDenied = (condition: Condition): boolean =>
  condition.kind === 'not' && !(condition.of.kind === 'test' && condition.of.op === 'exists');

/** What an "either" or a "both" opens belongs together where it is certain where it ends; else it adds nothing. */
function joinOpened(parts: readonly Part[]): readonly Part[] | null {
  const at = parts.findLastIndex(({ opener }) => opener !== null);
  const head = parts[at];
  if (head === undefined || head.opener === null) return parts;
  const kind = kinds[head.opener];
  const wanted: Joint = kind === 'some' ? 'or' : 'and';
  const rest = parts.slice(at + 1);
  const plain = { ...head, opener: null };
  if (!rest.some(({ joint }) => joint === wanted)) return null;
  const length = rest.findIndex(({ joint }) => joint !== wanted);
  const end = length === -1 ? parts.length : at + 1 + length;
  const group = parts.slice(at, end);
  if (!isEnded(parts, at, end)) return joinOpened(parts.with(at, plain));
  const joined = { ...plain, condition: join(kind, conditionsOf(group)), isDenied: false };
  return joinOpened([...parts.slice(0, at), joined, ...parts.slice(end)]);
}

/** "Either A or B, and C": the comma ends it. In "A and either B or C or D" nothing says whether D belongs to it. */
function isEnded(parts: readonly Part[], at: number, end: number): boolean {
  const length = end - at;
  const isClear = length === 2 || (at === 0 && !parts.slice(2, end).some(({ hasComma }) => hasComma));
  return length > 1 && isClear && (end === parts.length || parts[end]?.hasComma === true);
}

/** "Not A or B and C": nothing says what is denied. */
const isReaching = (parts: readonly Part[]): boolean =>
  parts.some(({ isDenied }, index) => isDenied && parts[index + 1]?.hasComma === false);

function joinAll(parts: readonly Part[]): Condition | null {
  if (!isMixed(parts)) return join(kinds[parts[1]?.joint ?? 'and'], conditionsOf(parts));
  // Of readings within readings there would soon be too many.
  if (isReaching(parts)) return null;
  const divided = joinAtCommas(parts);
  if (divided !== null || conditionsOf(parts).some(hasReadings)) return divided;
  return readings([outermost('and', parts), outermost('or', parts)]);
}

/** The reading by which the other joint binds first. */
function outermost(joint: Joint, parts: readonly Part[]): Condition {
  const inner = joint === 'and' ? 'some' : 'every';
  const runs = runsOf(parts, (part) => part.joint === joint);
  return join(
    kinds[joint],
    runs.map((run) => join(inner, conditionsOf(run))),
  );
}

/**
 * "A and B, or C" and "A, or B and C": a comma before "or" divides where there is no other; else null. Of the comma in
 * "A or B, and C" people do not agree whether it divides.
 */
function joinAtCommas(parts: readonly Part[]): Condition | null {
  const joints = new Set(parts.slice(1).flatMap(({ hasComma, joint }) => (hasComma ? [joint] : [])));
  if (joints.size !== 1 || !joints.has('or')) return null;
  const runs = runsOf(parts, ({ hasComma }) => hasComma);
  if (runs.some(isMixed)) return null;
  return some(runs.map((run) => join(kinds[run[1]?.joint ?? 'and'], conditionsOf(run))));
}
