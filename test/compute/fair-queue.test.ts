import { expect, test } from 'vitest';
import { createFairQueue } from '../../compute/fair-queue.ts';

const anybody = () => true;

function filled() {
  const queue = createFairQueue<string>();
  for (const job of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(job.charAt(0), job);
  return queue;
}

test('callers take turns, each in its own order', () => {
  const queue = filled();
  expect(Array.from({ length: 7 }, () => queue.shift(anybody))).toEqual([
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
  expect(queue.shift(anybody)).toBe('a1');
});

test('a job that gave up is gone, once', () => {
  const queue = filled();
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.size()).toBe(5);
  expect(queue.shift(anybody)).toBe('a2');
});
