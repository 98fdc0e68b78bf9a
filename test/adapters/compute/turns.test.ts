import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '#compute/fair-queue.ts';
import { createTurns } from '#compute/turns.ts';

const limits = { waitMsMax: 60_000, waitingMax: 10 };
const busy = () => new Error('busy');
const oneSlot = (changes: Partial<typeof limits> = {}) =>
  createTurns({ slots: ['slot'], ...limits, ...changes, busy });

describe('turns at one slot', () => {
  it('are given to callers in rotation', async () => {
    const { take } = oneSlot();
    const order: string[] = [];
    const first = await take('hog');
    const waiting = ['hog', 'hog', 'ada'].map(async (caller) => {
      const { release } = await take(caller);
      order.push(caller);
      release();
    });
    first.release();
    await Promise.all(waiting);
    expect(order).toEqual(['hog', 'ada', 'hog']);
  });

  it('are refused to the caller with the most waiting when too many wait', async () => {
    const { take } = oneSlot({ waitingMax: 2 });
    const holder = await take('hog');
    const first = take('hog');
    const second = take('hog');
    const newcomer = take('ada');
    await expect(second).rejects.toThrow('busy');
    holder.release();
    (await first).release();
    expect((await newcomer).slot).toBe('slot');
  });

  it('are refused after too long a wait', async () => {
    const { take } = oneSlot({ waitMsMax: 1 });
    await take('ada');
    await expect(take('ada')).rejects.toThrow('busy');
  });

  it('are not waited for after an abort, and the next caller gets the slot', async () => {
    const { take } = oneSlot();
    const { release } = await take('ada');
    const controller = new AbortController();
    const aborted = take('ada', controller.signal);
    const next = take('ada');
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    release();
    expect((await next).slot).toBe('slot');
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

describe('turns at two slots of which a caller may hold one', () => {
  const twoSlots = () => createTurns({ slots: ['a', 'b'], callerSlotsMax: 1, ...limits, busy });

  it('leave the other slot to others, even while it is free', async () => {
    const { take } = twoSlots();
    const first = await take('hog');
    const second = take('hog');
    const ada = await take('ada');
    expect([first.slot, ada.slot]).toEqual(['a', 'b']);
    ada.release();
    first.release();
    expect((await second).slot).toBe('a');
  });

  it('may all go to calls that nobody is named for', async () => {
    const { take } = twoSlots();
    const [first, second] = await Promise.all([take(ANONYMOUS), take(ANONYMOUS)]);
    expect([first.slot, second.slot]).toEqual(['a', 'b']);
  });
});
