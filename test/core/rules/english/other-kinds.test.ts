import { describe, expect, it } from 'vitest';

import { findField } from '#rules/document/find-field.ts';
import { proposeCondition, readEnglishCondition } from '#rules/english-condition.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import { readDocument } from '#rules/read-document.ts';
import { samplesOf } from '#senders/samples.ts';
import { caseDelivery } from '../corpus/case-delivery.ts';
import { senders } from '../corpus/senders.ts';

const samples = await samplesOf('github');
const eventOf = ({ headers }: { headers: Readonly<Record<string, string>> }) => headers['x-github-event'];

/** Their names stand at several places: who lacks them may lack the field, or be about another thing. */
const open = ['label is not bug', 'title does not contain WIP'];

/** The filters for GitHub that are adopted beside deliveries of all kinds, with those that lack a field of theirs. */
const filters = senders
  .filter((corpus) => eventOf(corpus) !== undefined)
  .flatMap((corpus) =>
    corpus.cases.flatMap(([filter, patch]) => {
      const own = { ...caseDelivery(corpus, patch), sender: 'github' };
      const kinds = samples.filter((sample) => eventOf(sample) !== eventOf(corpus));
      const context = { samples: [own, ...kinds], sender: 'github' };
      const read = readEnglishCondition(filter, context);
      if (read.state === 'not-understood' || proposeCondition(filter, context).state !== 'adopted') return [];
      const others = kinds.filter((delivery) =>
        read.fields.some(({ words }) => findField(readDocument(delivery), words).state === 'missing'),
      );
      return open.includes(filter) || others.length === 0 ? [] : [{ filter, text: read.text, others }];
    }),
  );

describe('a hook of GitHub that gets all kinds of events', () => {
  it('has many filters that are about some of them', () => expect(filters.length).toBeGreaterThan(30));

  it.each(filters)('is decided on the kinds that "$filter" is not about', ({ text, others }) => {
    const unknown = others.filter(
      (delivery) => judgeCondition({ dialect: 1, text }, delivery).verdict === 'needs_model',
    );
    expect(unknown.map(({ eventName }) => eventName)).toEqual([]);
  });
});
