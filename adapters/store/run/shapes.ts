import type { DeliveryRun } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { bodyText } from '#domain/body-text.ts';
import { parseJson } from '#domain/json-value.ts';
import { shortDigest } from '#domain/digest.ts';
import { type ShapeChange, shapeSentence, shapeWords } from '#domain/shape-sentence.ts';
import { shapeOf, type ShapeType, shapeTypes } from '#domain/shape.ts';
import { noteChanges } from '../alert/changes.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { Sightings } from '../records/report.ts';
import { timeZoneIn } from '../workspace/time-zone.ts';
import type { DeliveryContext } from './context.ts';
import type { HashesOf } from './run-hashes.ts';

const limits = {
  bytes: 256 * 1024,
  /** Kept for an automation. */
  pointers: 300,
  eventNameChars: 60,
} as const;
/** Seen so often before something else came, a type is what its sender sends. */
export const seenMin = 3;
/** So many deliveries say that something changed. */
const warnedMax = 5;
/** A later sighting of a known type is noted once in so long. */
const notedEveryMs = 60 * 60 * 1000;

const Stored = json(Sightings);

/** The sightings of one member. */
export const readSightings = (stored: string | undefined): Sightings =>
  stored === undefined ? {} : (Stored.safeDecode(stored).data ?? {});

/** The kind of event that shapes are compared within. */
export const eventOf = (eventName: string): string =>
  eventName.replaceAll('|', ' ').slice(0, limits.eventNameChars);

/** The value of a delivery whose shape is looked at; null for what is none. `large`: nothing is said of it. */
export function comparedValue({
  body,
  contentType,
}: Pick<TurnDelivery, 'body' | 'contentType'>): ReturnType<typeof parseJson> | 'large' {
  return body.byteLength > limits.bytes ? 'large' : parseJson(bodyText(body, contentType) ?? '');
}

/** Looks at the shape of deliveries, so that the owner hears of a change before an agent misreads it. */
export function createShapes({
  redis,
  hashesOf,
  now,
}: {
  readonly redis: Redis;
  readonly hashesOf: HashesOf;
  readonly now: () => number;
}) {
  /**
   * Notes the shape of a delivery; where it changed, its record says so among the warnings. `isWatched`: alert rules have
   * to judge that. Throws RecordMissing.
   */
  async function noteShape(
    run: DeliveryRun,
    { delivery }: Pick<DeliveryContext, 'delivery'>,
  ): Promise<{ readonly isWatched: boolean }> {
    const parsed = comparedValue(delivery);
    if (parsed === null || parsed === 'large') return { isWatched: false };
    const { workspaceId, automationId } = run;
    const hashes = hashesOf(run);
    const [known, eventName = ''] = await Promise.all([
      redis.hGetAll(keys.shapes(workspaceId, automationId)),
      hashes.readField('record', 'eventName'),
    ]);
    const event = eventOf(eventName);
    const { written, changes } = compare({ shape: shapeOf(parsed.value), known, event, now: now() });
    const sightings = Object.entries(written).flat();
    if (sightings.length > 0) await hashes.write([['HSET', 'shapes', ...sightings]]);
    if (changes.length === 0) return { isWatched: false };
    const told = { timeZone: await timeZoneIn(redis, workspaceId), now: now() };
    const warnings = changes.map((change) => shapeSentence(change, told));
    await hashes.write([['HSETNX', 'record', 'shapeWarnings', JSON.stringify(warnings)]]);
    const noted = changes.map((change) => ({ id: changeId(event, change), words: shapeWords(change) }));
    return { isWatched: await noteChanges(redis, run, { kind: 'shape_change', changes: noted, now: now() }) };
  }

  return { noteShape };
}

/** The same for all deliveries that have the change. */
const changeId = (event: string, { pointer, is }: ShapeChange): string =>
  shortDigest(JSON.stringify([event, pointer, is]));

interface Compared {
  readonly shape: ReadonlyMap<string, ReadonlySet<ShapeType>>;
  readonly known: Readonly<Record<string, string>>;
  readonly event: string;
  readonly now: number;
}

/** The new members of a shape, and the types that replaced others. */
export function compare({ shape, known, event, now }: Compared) {
  const written: Record<string, string> = {};
  const changes: ShapeChange[] = [];
  let room = limits.pointers - Object.keys(known).length;
  for (const [pointer, types] of shape) {
    const field = `${event}|${pointer}`;
    const stored = known[field];
    if (stored === undefined && (room -= 1) < 0) continue;
    const before = readSightings(stored);
    const after = { ...before };
    for (const type of types) {
      const sighting = seenAgain(before, type, now);
      after[type] = sighting;
      const { was, count, first: since } = sighting;
      if (was !== undefined && count <= warnedMax) changes.push({ pointer, was, is: type, since });
    }
    if (isWorthNoting(before, after)) written[field] = JSON.stringify(after);
  }
  return { written, changes };
}

function seenAgain(before: Sightings, type: ShapeType, now: number) {
  const known = before[type];
  if (known !== undefined)
    return { ...known, count: Math.min(known.count + 1, warnedMax + 1), last: Math.max(known.last, now) };
  const was = shapeTypes.find((other) => (before[other]?.count ?? 0) >= seenMin);
  return { count: 1, first: now, last: now, ...(was !== undefined && { was }) };
}

const isWorthNoting = (before: Sightings, after: Sightings): boolean =>
  shapeTypes.some((type) => {
    const [old, fresh] = [before[type], after[type]];
    if (fresh === undefined) return false;
    return old === undefined || old.count !== fresh.count || fresh.last - old.last > notedEveryMs;
  });
