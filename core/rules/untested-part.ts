import type { TurnDelivery } from '#contracts/turn.ts';
import { compileCondition } from './cel/condition.ts';
import { placeOfPath, type Reads, readsOf } from './cel/reads.ts';
import { eventNameOf } from './document/event-name.ts';
import { readDocument } from './read-document.ts';

/** A test that a filter in English asks for, as a model lists it. */
export interface FilterPart {
  /** Words of the filter. */
  readonly part: string;
  readonly is: 'value' | 'there' | 'judgement';
  /** The fields that decide it, as conditions spell them. */
  readonly places: readonly string[];
}

/**
 * The first part of a filter that a condition does not test, so that half a filter is seen where the samples do not tell; null
 * where it tests all. A test counts for one part, and so does a question.
 */
export function untestedPart(
  text: string,
  parts: readonly FilterPart[],
  samples: readonly TurnDelivery[],
): FilterPart | null {
  const read = compileCondition(text);
  if (read.state === 'invalid') return parts[0] ?? null;
  const reads = readsOf(read.condition.expression);
  const events = eventPlaces(samples);
  const byChoice = parts.toSorted((one, other) => one.places.length - other.places.length);
  return byChoice.find((part) => !takeTest(part, reads, events)) ?? null;
}

/** Finds a test of a part and takes it off the list. */
function takeTest({ is, places: named }: FilterPart, reads: Reads, events: ReadonlySet<string>): boolean {
  const wanted = new Set(named.map(placeOfPath));
  const isOfEvent = [...wanted].some((place) => events.has(place));
  const covers = (place: string): boolean =>
    wanted.has(place) ||
    [...wanted].some((each) => place.startsWith(`${each}.`) || place.startsWith(`${each}[`)) ||
    (isOfEvent && events.has(place));
  // Kinds of events are told apart by what only one of them has, too.
  const tests: readonly (readonly [string[], (place: string) => boolean])[] = {
    value: [
      [reads.values, covers],
      [reads.presences, () => isOfEvent],
    ] as const,
    there: [
      [reads.presences, covers],
      [reads.values, covers],
    ] as const,
    judgement: [],
  }[is];
  if (tests.some(([places, isTest]) => take(places, isTest))) return true;
  return take(reads.questions, () => true);
}

function take(tests: string[], isTest: (test: string) => boolean): boolean {
  const index = tests.findIndex(isTest);
  if (index !== -1) tests.splice(index, 1);
  return index !== -1;
}

/** Places in which deliveries name their event: the same as `event`. */
function eventPlaces(samples: readonly TurnDelivery[]): ReadonlySet<string> {
  const named = samples.flatMap((sample) => eventNameOf(readDocument(sample))?.path ?? []);
  return new Set([
    'event',
    ...named.map((path) =>
      path.startsWith('header ')
        ? `headers[${JSON.stringify(path.slice('header '.length))}]`
        : `body.${path}`,
    ),
  ]);
}
