import { describe, expect, it } from 'vitest';

import { proposeCondition } from '#rules/english-condition.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import { samplesOf } from '#senders/samples.ts';
import { caseDelivery } from '../corpus/case-delivery.ts';
import { senders } from '../corpus/senders.ts';

const samples = await samplesOf('github');
const eventOf = ({ headers }: { headers: Readonly<Record<string, string>> }) => headers['x-github-event'];

/** The filters for GitHub that are understood beside deliveries of all kinds, with those of kinds that they are not about. */
const filters = senders
  .filter((corpus) => eventOf(corpus) !== undefined)
  .flatMap((corpus) =>
    corpus.cases.flatMap(([filter, patch]) => {
      const own = { ...caseDelivery(corpus, patch), sender: 'github' };
      const others = samples.filter((sample) => eventOf(sample) !== eventOf(corpus));
      const read = proposeCondition(filter, { samples: [own, ...others], sender: 'github' });
      // A name that stands at several places of these kinds stays words, and unknown where none is called so.
      return read.state === 'not-understood' || read.text.includes('field(')
        ? []
        : [{ filter, read, others }];
    }),
  );

it('Most filters for GitHub name one place', () => expect(filters.length).toBeGreaterThanOrEqual(30));

describe('a hook of GitHub that gets all kinds of events', () => {
  it.each(filters)('is decided on the kinds that "$filter" is not about', ({ read, others }) => {
    const unknown = others.filter(
      (delivery) => judgeCondition({ dialect: 1, text: read.text }, delivery).verdict === 'needs_model',
    );
    expect({ state: read.state, unknown: unknown.map(({ eventName }) => eventName) }).toEqual({
      state: 'adopted',
      unknown: [],
    });
  });
});
