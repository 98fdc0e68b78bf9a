import { describe, expect, it } from 'vitest';

import { playCorpus, playOpen, tableOf } from './play.ts';

const played = playCorpus();
const countOf = (result: string): number => played.filter((each) => each.result === result).length;

/** What is decided today; a change of the rules may raise it. */
const rightMin = 950;

describe('filters as owners write them, on deliveries as their senders send them', () => {
  it.each(played.map(({ sender, filter, ...rest }) => [sender, filter, rest] as const))(
    '%s: "%s" runs on no delivery that it must skip, and skips none that it must run on',
    (_sender, _filter, { result, verdicts }) => {
      expect(result, verdicts.join('\n')).not.toBe('wrong');
    },
  );

  it.each(playOpen())('%s: "%s" is left open where nothing decides it', (_sender, _filter, verdicts) => {
    for (const { verdict, evidence } of verdicts) expect(verdict, evidence).toBe('needs_model');
  });

  it('are decided in most cases', () => {
    expect(played.length).toBeGreaterThanOrEqual(1190);
    expect(countOf('right'), tableOf(played)).toBeGreaterThanOrEqual(rightMin);
  });
});
