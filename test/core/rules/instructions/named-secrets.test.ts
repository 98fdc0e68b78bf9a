import { describe, expect, it } from 'vitest';

import { describeSentences } from '#rules/describe-sentences.ts';
import { runOffline } from '#test/support/run-offline.ts';

const place = '{{secret.slack}}';

describe('a secret that instructions name', () => {
  it.each([
    [
      `POST {"text": "{{text}}"} to https://hooks.slack.com/services/${place}`,
      { url: `https://hooks.slack.com/services/${place}` },
    ],
    [
      `GET https://api.example.com/a?key=${place}&id={{id}}`,
      { url: `https://api.example.com/a?key=${place}&id=7` },
    ],
    [
      `POST {"token": "${place}", "id": {{id}}} to https://a.example/`,
      { body: `{"token":"${place}","id":7}` },
    ],
    [`POST {"token": ${place}, "id": {{id}}} to https://a.example/`, { body: `{"token":"${place}","id":7}` }],
    [
      `POST to https://a.example/ with token=${place}, text={{text}} as form data`,
      { body: `token=${place}&text=a%26b` },
    ],
    [`POST to https://a.example/ with "key ${place} for {{id}}"`, { body: `key ${place} for 7` }],
    [`POST the id to https://a.example/ with header X-Key: ${place}`, { headers: { 'X-Key': place } }],
    [
      `POST the id to https://a.example/ with header Authorization: Bearer ${place}`,
      { headers: { Authorization: `Bearer ${place}` } },
    ],
    [
      `POST the id to https://a.example/ with header \`Authorization: Bearer ${place}\``,
      { headers: { Authorization: `Bearer ${place}` } },
    ],
  ])('is named in the request: %s', async (instructions, expected) => {
    const { requests, needsModel } = await runOffline(instructions, { id: 7, text: 'a&b' });
    expect(needsModel).toBeNull();
    expect(requests).toMatchObject([expected]);
  });

  it('is no field of the delivery', async () => {
    const { requests } = await runOffline(`POST {"a": "${place}"} to https://a.example/`, {
      secret: { slack: 'of the sender' },
    });
    expect(requests).toMatchObject([{ body: `{"a":"${place}"}` }]);
  });

  it('is told as it is written', () => {
    const [sentence] = describeSentences(`POST to https://hooks.slack.com/services/${place}`, []);
    expect(sentence?.does).toContain(`https://hooks.slack.com/services/${place}`);
  });

  it.each(['{{secret.slack | upper}}', '{{secret.}}', 'https://{{secret.slack}}.example/'])(
    'is not understood in another form: %s',
    async (text) => {
      const instructions = text.startsWith('https')
        ? `GET ${text}`
        : `POST {"a": "${text}"} to https://a.example/`;
      const { requests, needsModel } = await runOffline(instructions, { id: 7 });
      expect([requests, needsModel]).toEqual([[], expect.any(String)]);
    },
  );
});

describe('a sender who names a secret', () => {
  const toSlack = `https://hooks.slack.com/services/${place}`;
  it.each([
    [`POST {"text": "{{text}}"} to ${toSlack}`, { text: `all of ${place}` }],
    [`POST {"text": "{{a}}{{b}}"} to ${toSlack}`, { a: '{{sec', b: 'ret.slack}}' }],
    [`POST {"{{a}}": 1, "text": "{{text}}"} to ${toSlack}`, { a: 1, text: place }],
    [`POST the whole delivery to ${toSlack}`, { text: place }],
    [`POST the text to https://a.example/`, { text: place }],
    [`POST to https://a.example/ with "token: ${place}; {{text}}"`, { text: `token: ${place}` }],
  ])('gets nothing sent by %s', async (instructions, body) => {
    const { requests } = await runOffline(instructions, body);
    expect(requests).toEqual([]);
  });

  it.each([
    [`GET https://a.example/{{id}}/b?c={{text}}`, '/%7B%7Bsecret.slack%7D%7D/b?c=%7B%7Bsecret.slack%7D%7D'],
  ])('only writes a text into an address: %s', async (instructions, path) => {
    const { requests } = await runOffline(instructions, { id: place, text: place });
    expect(requests).toMatchObject([{ url: `https://a.example${path}` }]);
  });

  it('only writes a text into a form', async () => {
    const { requests } = await runOffline('POST to https://a.example/ with text={{text}} as form data', {
      text: place,
    });
    expect(requests).toMatchObject([{ body: 'text=%7B%7Bsecret.slack%7D%7D' }]);
  });
});
