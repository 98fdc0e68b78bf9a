import { expect, test } from 'vitest';
import { createFairQueue } from '#compute/fair-queue.ts';

function filled() {
  const queue = createFairQueue<string>();
  for (const job of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(job.charAt(0), job);
  return queue;
}

test('callers take turns, each in its own order', () => {
  const queue = filled();
  expect(Array.from({ length: 7 }, () => queue.shift())).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'c2',
    'a3',
    undefined,
  ]);
  expect(queue.size()).toBe(0);
});

test('a caller that may not go is passed over and keeps its place', () => {
  const queue = filled();
  expect(queue.shift((caller) => caller !== 'a')).toBe('b1');
  expect(queue.shift()).toBe('a1');
});

test('a job that gave up is gone, once', () => {
  const queue = filled();
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.size()).toBe(5);
  expect(queue.shift()).toBe('a2');
});

test('the caller with the most jobs loses its last one', () => {
  const queue = filled();
  expect(queue.dropFromLongest()).toBe('a3');
  expect(Array.from({ length: 5 }, () => queue.shift())).toEqual(['a1', 'b1', 'c1', 'a2', 'c2']);
});

test('among callers with equally many jobs the one who came last loses one', () => {
  const queue = createFairQueue<string>();
  for (const job of ['a1', 'b1']) queue.push(job.charAt(0), job);
  expect(queue.dropFromLongest()).toBe('b1');
  expect(queue.dropFromLongest()).toBe('a1');
  expect(queue.dropFromLongest()).toBeUndefined();
  expect(queue.size()).toBe(0);
});
