import { describe, expect, it } from 'vitest';

import { inputOf } from '#rules/judge-condition.ts';
import { knownSenders, senderOf } from '#senders/index.ts';
import { samplesOf } from '#senders/samples.ts';

const named = knownSenders.map(({ id }) => id);

/** Sent without a choice of the owner, or chosen elsewhere: commands, buttons, alert rules. */
const untickable: ReadonlySet<string> = new Set(
  'ping url_verification installation.deleted deploy /deploy block_actions event_alert.triggered metric_alert.critical'.split(
    ' ',
  ),
);

describe('samples of senders', () => {
  it('are none where no sender is named', async () => {
    expect(await samplesOf('generic')).toEqual([]);
    expect(await samplesOf('../stripe')).toEqual([]);
  });

  it('are of several kinds for the senders that have a file of them', async () => {
    const counts = await Promise.all(named.map(async (id) => (await samplesOf(id)).length));
    expect(counts.filter((count) => count >= 3).length).toBe(15);
  });

  it.each(named)('are small, without credentials, with the events that are ticked at %s', async (id) => {
    const samples = await samplesOf(id);
    expect(samples.length).toBeGreaterThan(0);
    const { events = [] } = senderOf(id)?.connect ?? {};
    for (const sample of samples) {
      const { document, event } = inputOf(sample);
      expect(sample.body.byteLength).toBeLessThanOrEqual(1_500);
      expect(document.kind).toMatch(sample.body.byteLength === 0 ? /empty/ : /json|form|xml/);
      expect(Object.keys(sample.headers).join()).not.toMatch(/signature|token/i);
      if (events.length > 0 && event !== null && !untickable.has(event ?? ''))
        expect(events).toContain(event);
    }
  });

  it('have the reference and the event of a record', async () => {
    const [issue] = await samplesOf('jira');
    expect(issue).toMatchObject({ sender: 'jira', eventName: 'issue_created', reference: 'OPS-214' });
    expect((await samplesOf('linear')).map(({ eventName }) => eventName)).toContain('Issue.create');
  });
});
