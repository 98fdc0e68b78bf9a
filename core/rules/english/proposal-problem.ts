import { Big } from 'big.js';

import { isRecord } from '#domain/json-value.ts';
import { minorUnitsOf } from '#domain/minor-units.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { eventNameOf } from '../document/event-name.ts';
import { followPath } from '../document/follow-path.ts';
import { findField } from '../document/find-field.ts';
import { nearNames } from '../document/near-names.ts';
import type { Place } from './place.ts';
import type { Test } from './tree.ts';
import type { Surroundings, Written } from './write-condition.ts';

/** Words of a filter that a sample lacks, and the names in it that are near to them. */
export interface NearNames {
  readonly words: string;
  readonly names: readonly string[];
}

/** Why a condition must be looked at before it counts; null where it need not be. */
export function proposalProblem(
  { tests }: Written,
  { documents, sender }: Surroundings,
): { readonly problem: string | null; readonly near: readonly NearNames[] } {
  const having = documents.filter((document) => tests.some((each) => isThere(each, document)));
  const lacking = documents.find(
    (document) => !having.includes(document) && (having.length === 0 || having.some(isOfKind(document))),
  );
  const near = tests.flatMap(({ test: { field } }) => {
    const names = lacking === undefined ? [] : nearNames(lacking, field);
    return names.length === 0 ? [] : [{ words: field, names }];
  });
  const ofUnits = tests.flatMap((each) => unitProblem(each, sender) ?? []);
  return { problem: ofUnits[0] ?? (lacking === undefined ? null : lackOf(tests, lacking)), near };
}

/** Whether two deliveries are of one kind: of the same event; where neither names one, they share a name. */
const isOfKind =
  (one: DeliveryDocument) =>
  (other: DeliveryDocument): boolean => {
    const events = [one, other].map((document) => kindOf(document));
    if (events.some((event) => event !== null)) return events[0] === events[1];
    return namesOf(one).some((name) => namesOf(other).includes(name));
  };

const kindOf = (document: DeliveryDocument): string | null => {
  const event = eventNameOf(document);
  const action = followPath(document.root, 'action');
  return event === null ? null : `${event.name}.${typeof action === 'string' ? action : ''}`;
};

const namesOf = ({ root }: DeliveryDocument): readonly string[] => (isRecord(root) ? Object.keys(root) : []);

const lackOf = (tests: Written['tests'], document: DeliveryDocument): string => {
  const event = eventNameOf(document)?.name;
  const fields = [...new Set(tests.map(({ test }) => test.field))].join(', ');
  return `A delivery${event === undefined ? '' : ` of ${event}`} has none of these fields: ${fields}.`;
};

function isThere({ test, place }: Written['tests'][number], document: DeliveryDocument): boolean {
  if (place.cel === 'event') return eventNameOf(document) !== null;
  if (place.cel === 'text') return true;
  if (place.cel.startsWith('headers[')) return Object.hasOwn(document.headers, place.name);
  return findField(document, test.field).state === 'found';
}

const amounts = /amount|total|price|balance|fee|tax|discount|paid|due/i;

/** A number may be cents. */
function unitProblem({ test, place }: { test: Test; place: Place }, sender: string): string | null {
  const [value] = test.values;
  if (value?.kind !== 'number') return null;
  return minorUnitsOf(sender) !== undefined && amounts.test(place.name)
    ? `${value.digits} is ${new Big(value.digits).div(100).toFixed(2)} in this sender's unit.`
    : null;
}
