import fc from 'fast-check';
import { expect, test } from 'vitest';

import { leftOutReads } from '#activities/left-out-reads.ts';
import type { CapabilityCall } from '#capabilities/calls.ts';

const bytesMax = 25_000;
const before = 'It was read and is left out now, to make room. Read it again if it is needed.';
const tooMuch = 'It is not shown: one answer asked for too much at once. Ask for it alone, or search in it.';

const read = (callId: string): CapabilityCall => ({ callId, name: 'read_delivery' });
/** Turns whose calls have results of these sizes; the call `2.1` is the first of the second turn. */
function leftOut(sizes: readonly (readonly number[])[], call = read) {
  const bytes = new Map<string, number>(
    sizes.flatMap((turn, index) => turn.map((size, at) => [`${index + 1}.${at + 1}`, size] as const)),
  );
  const turns = sizes.map((turn, index) => ({ calls: turn.map((_, at) => call(`${index + 1}.${at + 1}`)) }));
  return Object.fromEntries(leftOutReads(turns, ({ callId }) => bytes.get(callId)!, bytesMax));
}

test('an earlier page stays as long as it fits', () => {
  expect(leftOut([[8_000, 8_000], [9_000], [1_900]])).toEqual({});
});

test('an earlier page goes when the next does not fit beside it, and the next stays', () => {
  expect(leftOut([[17_000], [17_000]])).toEqual({ '1.1': before });
  expect(leftOut([[17_000], [17_000], [17_000]])).toEqual({ '1.1': before, '2.1': before });
});

test('small results stay, however many', () => {
  expect(leftOut([Array.from({ length: 30 }, () => 1_500), [17_000], [17_000]])).toEqual({ '2.1': before });
});

test('the first page is shown of an answer that asks for too much', () => {
  expect(leftOut([[17_000, 17_000, 3_000]])).toEqual({ '1.2': tooMuch });
  expect(leftOut([[90_000, 90_000]])).toEqual({ '1.2': tooMuch });
});

test('answers of targets stay', () => {
  const request = (callId: string): CapabilityCall => ({
    callId,
    name: 'http_request',
    method: 'GET',
    url: 'https://a.example/',
  });
  expect(leftOut([[17_000], [17_000], [17_000]], request)).toEqual({});
});

test('a prompt holds a bounded amount, and repeats the one before it until room is needed', () => {
  const turns = fc.array(fc.array(fc.integer({ min: 1, max: 17_000 }), { maxLength: 5 }), { maxLength: 20 });
  fc.assert(
    fc.property(turns, (sizes) => {
      let changes = 0;
      for (let count = 1; count <= sizes.length; count += 1) {
        const [now, earlier] = [leftOut(sizes.slice(0, count)), leftOut(sizes.slice(0, count - 1))];
        for (const [callId, message] of Object.entries(earlier)) expect(now[callId]).toBe(message);
        const isChanged = Object.keys(now).some((id) => !(id in earlier) && !id.startsWith(`${count}.`));
        changes += Number(isChanged);
        const large = sizes
          .slice(0, count)
          .flatMap((turn, index) =>
            turn.filter((size, at) => size > 2_000 && !(`${index + 1}.${at + 1}` in now)),
          );
        expect(large.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bytesMax);
      }
      // Two changes have more than a whole prompt between them.
      const total = sizes.flat().reduce((sum, size) => sum + size, 0);
      expect(changes).toBeLessThanOrEqual((2 * total) / bytesMax);
    }),
  );
});
