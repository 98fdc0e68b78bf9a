import { describe, expect, it } from 'vitest';
import { createTurns } from '../../compute/turns.ts';

const limits = { waitMsMax: 60_000, waitingMax: 10 };
const busy = () => new Error('busy');
const oneSlot = (changes: Partial<typeof limits> = {}) =>
  createTurns({ slots: ['slot'], ...limits, ...changes, busy });

describe('turns at one slot', () => {
  it('are given to callers in rotation', async () => {
    const { take, release } = oneSlot();
    const order: string[] = [];
    await take('hog');
    const waiting = ['hog', 'hog', 'ada'].map(async (caller) => {
      const slot = await take(caller);
      order.push(caller);
      release(slot);
    });
    release('slot');
    await Promise.all(waiting);
    expect(order).toEqual(['hog', 'ada', 'hog']);
  });

  it('are refused to the caller with the most waiting when too many wait', async () => {
    const { take, release } = oneSlot({ waitingMax: 2 });
    await take('hog');
    const first = take('hog');
    const second = take('hog');
    const newcomer = take('ada');
    await expect(second).rejects.toThrow('busy');
    release('slot');
    release(await first);
    expect(await newcomer).toBe('slot');
  });

  it('are refused after too long a wait', async () => {
    const { take } = oneSlot({ waitMsMax: 1 });
    await take('ada');
    await expect(take('ada')).rejects.toThrow('busy');
  });

  it('are not waited for after an abort, and the next caller gets the slot', async () => {
    const { take, release } = oneSlot();
    await take('ada');
    const controller = new AbortController();
    const aborted = take('ada', controller.signal);
    const next = take('ada');
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    release('slot');
    expect(await next).toBe('slot');
  });

  it('end with the error of close, for those who wait and those who come later', async () => {
    const { take, close } = oneSlot();
    await take('ada');
    const waiting = take('ada');
    close(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(take('ada')).rejects.toThrow('closed');
  });
});
