import type { TurnDelivery } from '#contracts/turn.ts';
import { valueAt } from '#domain/json-pointer.ts';
import { isRecord, type JsonValue } from '#domain/json-value.ts';
import { lackWords, shapeWords } from '#domain/shape-sentence.ts';
import { shapeOf, type ShapeType, shapeTypes } from '#domain/shape.ts';
import type { Redis } from '../connection/connect.ts';
import type { Hook } from '../automation/hooks.ts';
import { keys } from '../records/index.ts';
import { comparedValue, compare, eventOf, readSightings, seenMin } from './shapes.ts';

const sentencesMax = 50;

export function createShapeDrift({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  /** Says how a delivery differs from earlier ones of its kind: members of another type, and those that it lacks. Writes nothing. */
  return async function driftOf(
    { workspaceId, automationId }: Hook,
    delivery: Pick<TurnDelivery, 'body' | 'contentType' | 'eventName'>,
  ): Promise<readonly string[]> {
    const parsed = comparedValue(delivery);
    if (parsed === 'large') return [];
    const known = await redis.hGetAll(keys.shapes(workspaceId, automationId));
    if (parsed === null) return Object.keys(known).length === 0 ? [] : ['the body was JSON, is none'];
    const event = eventOf(delivery.eventName ?? '');
    const { changes } = compare({ shape: shapeOf(parsed.value), known, event, now: now() });
    const lacks = Object.entries(known).flatMap(([field, stored]) => {
      if (!field.startsWith(`${event}|`)) return [];
      const pointer = field.slice(event.length + 1);
      const was = usualType(stored);
      return was === null || !isLacked(pointer, parsed.value) ? [] : [lackWords({ pointer, was })];
    });
    return [...changes.map(shapeWords), ...lacks].slice(0, sentencesMax);
  };
}

export type ShapeDrift = ReturnType<typeof createShapeDrift>;

/** Null where it was not seen often enough. */
function usualType(stored: string): ShapeType | null {
  const sightings = readSightings(stored);
  return shapeTypes.find((type) => (sightings[type]?.count ?? 0) >= seenMin) ?? null;
}

/** A member that an object lacks which is there. Items of lists are not looked at: others may have it. */
function isLacked(pointer: string, root: JsonValue): boolean {
  if (pointer.includes('*')) return false;
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const whole = parent === '' ? root : valueAt(root, parent);
  return isRecord(whole) && (valueAt(root, pointer) ?? null) === null;
}
