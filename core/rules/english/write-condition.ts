import type { DeliveryDocument } from '../document/delivery-document.ts';
import { findPlace } from './find-place.ts';
import { type Place, placeOf, placeOfSteps } from './place.ts';
import { senderFacts } from './sender-facts.ts';
import type { Test, Tree } from './tree.ts';
import { writeTest } from './write-test.ts';

export interface Surroundings {
  readonly documents: readonly DeliveryDocument[];
  readonly sender: string;
}

export interface Written {
  /** Parts in CEL, each of which may stand beside `&&`. */
  readonly all: readonly string[];
  readonly tests: readonly { readonly test: Test; readonly place: Place }[];
}

/**
 * A tree in CEL. What is denied is denied at each test, for it depends on the test what a field that is not there means:
 * "is paid" is a no, and "skip when it is paid" runs; "is not paid" is a no where the object around the field is not there,
 * and "skip when it is not paid" is "is paid".
 */
export function writeCondition(tree: Tree, isDenied: boolean, at: Surroundings): Written | null {
  if (tree.kind === 'test') return writeOne(tree, isDenied, at);
  if (tree.kind === 'not') return writeCondition(tree.of, !isDenied, at);
  const parts = tree.of.map((part) => writeCondition(part, isDenied, at)).filter((part) => part !== null);
  if (parts.length < tree.of.length) return null;
  const tests = parts.flatMap((part) => part.tests);
  if ((tree.kind === 'and') !== isDenied)
    return { all: [...new Set(parts.flatMap(({ all }) => all))], tests };
  const any = parts.map(({ all }) => (all.length > 1 ? `(${all.join(' && ')})` : all.join('')));
  return { all: [`(${any.join(' || ')})`], tests };
}

function writeOne(test: Test, isNegated: boolean, at: Surroundings): Written | null {
  const event = eventOf(test, at.sender);
  if (event !== null) return writeCondition(event, isNegated, at);
  const place = test.operator === 'changed' ? placeOfChange(test, at) : findPlace(test.field, at.documents);
  const holds = place === null ? null : writeTest(test, place);
  if (place === null || holds === null) return null;
  const { around, own, list, isLoose } = place;
  const inside = list === null ? [...own, holds] : [`${list}.exists(i, ${[...own, holds].join(' && ')})`];
  const tests = [{ test, place }];
  if (test.isDenied === isNegated) return { all: [...around, ...inside], tests };
  if (isNegated) return { all: [denied([...around, ...inside])], tests };
  // At the top of a body it cannot be told whether another kind of event lacks the field: unknown.
  const certain = isLoose && list === null ? [holds] : inside;
  return { all: [...around, denied(certain)], tests };
}

const denied = (parts: readonly string[]): string => `!(${parts.join(' && ')})`;

/** `pull_request.opened` of a sender whose events have their action in the body. */
function eventOf(test: Test, sender: string): Tree | null {
  const { action } = senderFacts(sender);
  const isEvent = /^event$/i.test(test.field) && test.operator === 'is' && action !== undefined;
  const named = test.values.map((value) => (value.kind === 'text' ? value.text.split('.') : []));
  const isNamed = named.every(({ length }) => length === 1 || length === 2);
  if (!isEvent || !isNamed || named.every(({ length }) => length === 1)) return null;
  const is = (field: string, text = ''): Tree => ({
    ...test,
    field,
    isDenied: false,
    values: [{ kind: 'text', text, isQuoted: true }],
  });
  const of = named.map(([kind, name]): Tree => {
    const event = is('event', kind);
    return name === undefined ? event : { kind: 'and', of: [event, is(`body.${action}`, name)] };
  });
  return test.isDenied ? { kind: 'not', of: { kind: 'or', of } } : { kind: 'or', of };
}

/** Where the sender says that a field was changed; null where no such place is known. */
function placeOfChange({ field }: Test, { documents, sender }: Surroundings): Place | null {
  const { changes } = senderFacts(sender);
  const name = field.toLowerCase().replaceAll(' ', '_');
  if (changes === undefined || !/^\w+$/.test(name)) return null;
  if ('list' in changes) {
    if (/\s/.test(field)) return null;
    const list = placeOfSteps(changes.list.split('.'), []);
    const own = [`sameText(i.${changes.name}, ${JSON.stringify(field)})`];
    return (
      list && placeOf(`i.${changes.to}`, { around: [...list.around, ...list.own], own, list: list.cel, name })
    );
  }
  const before = placeOfSteps([...changes.before.split('.'), name], []);
  const now = placeOfSteps([...changes.now.split('.'), name], documents);
  return before && now && { ...now, around: [...before.around, ...before.own, ...now.around] };
}
