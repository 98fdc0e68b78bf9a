import { describe, expect, it } from 'vitest';

import { type PlayedInstructions, playInstructions } from './play.ts';

const played = await playInstructions();
const playedWith = (result: PlayedInstructions['result']) =>
  played
    .filter((each) => each.result === result)
    .map(({ on, instructions, did }) => ({ on, instructions, did }));

describe('the corpus of instructions', () => {
  it('has many instructions for many senders', () => {
    expect(played.length).toBeGreaterThanOrEqual(130);
    expect(new Set(played.map(({ on }) => on)).size).toBeGreaterThanOrEqual(15);
  });

  it('has no wrong request', () => expect(playedWith('wrong request')).toEqual([]));

  it('has no wrong answer', () => expect(playedWith('wrong answer')).toEqual([]));

  it('leaves only a few to a model that rules could do', () =>
    expect(playedWith('asked').length).toBeLessThanOrEqual(played.length * 0.05));
});
