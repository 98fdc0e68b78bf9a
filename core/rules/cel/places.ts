import { evaluate } from './evaluate.ts';
import { type ConditionInput, startEvaluation } from './evaluation.ts';
import { type Expression, literalText, partsOf } from './expression.ts';
import { formatExpression } from './format.ts';
import { pathOf } from './paths.ts';
import { isUnknown, isValueList, isValueRecord, type Value } from './value.ts';

/** A path of more values than that is known by the first of them. */
const valuesMax = 10_000;

/** The values that an expression may read in deliveries: null for a part that is no place in them. */
type ValuesOf = (node: Expression) => readonly Value[] | null;

/**
 * The places that an expression names, in a guard or not, and that none of the deliveries has; of a path the first name that
 * is missing.
 */
export function missingPlaces(
  expression: Expression,
  deliveries: readonly ConditionInput[],
): readonly string[] {
  const valuesOf = createValuesOf(deliveries);
  const missing = new Set<string>();
  const visit = (node: Expression): void => {
    const place = placeOf(node);
    if (place !== null && isMissing(place, node.kind === 'binary', valuesOf))
      missing.add(pathOf(place) ?? formatExpression(place));
    partsOf(node).forEach(visit);
  };
  visit(expression);
  return [...missing];
}

type Place = Extract<Expression, { kind: 'variable' | 'field' | 'select' | 'has' | 'index' }>;

const placeKinds: ReadonlySet<Expression['kind']> = new Set<Place['kind']>([
  'variable',
  'field',
  'select',
  'has',
  'index',
]);
const isPlace = (node: Expression): node is Place => placeKinds.has(node.kind);

/** The place that a part reads or asks for; `"name" in body` asks for `body.name`. */
function placeOf(node: Expression): Place | null {
  if (isPlace(node)) return node;
  const member = node.kind === 'binary' && node.operator === 'in' ? literalText(node.left) : null;
  return member === null || node.kind !== 'binary' ? null : { kind: 'has', of: node.right, member };
}

function isMissing(place: Place, isIn: boolean, valuesOf: ValuesOf): boolean {
  if ('of' in place) {
    const whole = valuesOf(place.of);
    // A member that is missing above is told there, and a text in a list is no name.
    if (whole === null || whole.length === 0) return false;
    if (isIn && whole.some(isValueList)) return false;
  }
  return valuesOf(place)?.length === 0;
}

function createValuesOf(deliveries: readonly ConditionInput[]): ValuesOf {
  const known = new Map<Expression, readonly Value[] | null>();
  const valuesOf: ValuesOf = (node) => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const kept = distinct(read(node));
    known.set(node, kept);
    return kept;
  };
  const read: ValuesOf = (node) => {
    switch (node.kind) {
      case 'variable':
      case 'field':
        return deliveries
          .map((delivery) => evaluate(node, startEvaluation(0, delivery, {})))
          .filter((value) => !isUnknown(value));
      case 'local':
        return valuesOf(node.of)?.flatMap(itemsOf) ?? null;
      case 'select':
      case 'has':
        return valuesOf(node.of)?.flatMap((whole) => memberOf(whole, node.member)) ?? null;
      case 'index':
        return valuesOf(node.of)?.flatMap(partsOfValue) ?? null;
      case 'macro':
        if (node.name === 'map') return asLists(valuesOf(node.body));
        return node.name === 'filter' ? (valuesOf(node.of)?.map(listed) ?? null) : null;
      case 'conditional':
        return together([node.yes, node.no]);
      case 'list':
        return asLists(together(node.items));
      case 'literal':
      case 'map':
      case 'not':
      case 'negate':
      case 'and':
      case 'or':
      case 'binary':
      case 'call':
      case 'matches':
      case 'ask':
      case 'has-field':
        return null;
    }
  };
  const together = (nodes: readonly Expression[]): readonly Value[] | null => {
    const values = nodes.map(valuesOf);
    return values.includes(null) ? null : values.flatMap((each) => each ?? []);
  };
  return valuesOf;
}

const distinct = (values: readonly Value[] | null): readonly Value[] | null =>
  values && [...new Set(values)].slice(0, valuesMax);

const memberOf = (whole: Value, name: string): readonly Value[] =>
  isValueRecord(whole) && Object.hasOwn(whole, name) ? [whole[name] ?? null] : [];

/** A list that is made of values; none where none of them is there. */
const asLists = (items: readonly Value[] | null): readonly Value[] | null =>
  items === null || items.length === 0 ? items : [items];

const listed = (whole: Value): Value => (isValueRecord(whole) ? Object.keys(whole) : whole);

/** The items of a list, the names of an object: what a macro goes through. */
const itemsOf = (whole: Value): readonly Value[] =>
  isValueList(whole) ? whole : isValueRecord(whole) ? Object.keys(whole) : [];

/** Any of these may be meant by an index that is not known. */
const partsOfValue = (whole: Value): readonly Value[] =>
  isValueList(whole) ? whole : isValueRecord(whole) ? Object.values(whole) : [];
