import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '#tools/test/any-character.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { runOffline } from '#test/support/run-offline.ts';
import { filterInputOf, turnInputOf } from '#test/support/turn-input.ts';

const order = { order: { id: 'A-17', status: 'paid', total: 49.5 }, customer: { name: 'Ada' } };
const opening = 'Offline rules (no AI model configured)';
const toOrders = 'POST https://api.example.com/orders with the order id.';

describe('a run by the offline rules', () => {
  it('plans every request in one turn and answers in the next', async () => {
    const run = await runOffline(
      '1. POST https://api.example.com/a with the order id\n2. PATCH https://api.example.com/b/{{order.id}} with {"done": true}\n3. Reply "ok"',
      order,
    );
    expect(run.turns).toBe(2);
    expect(run.requests).toMatchObject([
      {
        callId: 'offline-1',
        method: 'POST',
        url: 'https://api.example.com/a',
        headers: { 'content-type': 'application/json' },
        body: '{"order_id":"A-17"}',
      },
      { callId: 'offline-2', method: 'PATCH', url: 'https://api.example.com/b/A-17', body: '{"done":true}' },
    ]);
    expect(run.answer).toBe(
      `${opening}.\nPOST api.example.com/a: 201 Created.\nPATCH api.example.com/b/A-17: 200 OK.\nok`,
    );
  });

  it('costs nothing and uses no tokens', async () => {
    const { output } = await runOffline('Summarise the delivery.', order);
    expect(output).toMatchObject({
      model: 'offline/rules-1',
      usage: { inputTokens: 0, outputTokens: 0 },
      cost: { state: 'none', amountMicros: null },
    });
  });

  it.each([
    ['a path', 'GET https://api.example.com/x/{{name}}', 'https://api.example.com/x/%EF%BF%BD'],
    ['a query', 'GET https://api.example.com/x?n={{name}}', 'https://api.example.com/x?n=%EF%BF%BD'],
  ])('writes half a surrogate pair into %s as the replacement character', async (_, instructions, url) => {
    const { requests } = await runOffline(instructions, { name: '\ud800' });
    expect(requests).toMatchObject([{ url }]);
  });

  it('sends what the owner spelled out as it was spelled', async () => {
    const { requests } = await runOffline(
      'POST https://api.example.com/x?wsdl&version=1.10 with JSON {"id": 12345678901234567890, "zip": "01234", "v": 1.10, "a": "constructor", "b": "__proto__", "c": true}',
      order,
    );
    expect(requests).toMatchObject([
      {
        url: 'https://api.example.com/x?wsdl&version=1.10',
        body: '{"id":12345678901234567890,"zip":"01234","v":1.1,"a":"constructor","b":"__proto__","c":true}',
      },
    ]);
  });

  it('says what it did not understand, and sends nothing', async () => {
    const run = await runOffline(`${toOrders} Be kind to the customer.`, order);
    expect(run).toMatchObject({ requests: [], turns: 1 });
    expect(run.needsModel).toBe(
      'Offline rules did not understand: "Be kind to the customer". Nothing was sent.',
    );
    expect(run.answer.startsWith(opening)).toBe(true);
  });

  it('sends nothing of a binary delivery that should be passed on', async () => {
    const bytes = Uint8Array.of(0xff, 0xd8, 0, 1);
    const run = await runOffline('POST the payload to https://api.example.com/x', bytes, {
      delivery: { contentType: 'image/jpeg' },
    });
    expect(run.needsModel).toContain('binary');
  });

  it('sends nothing when the plan needs more requests than the run may send', async () => {
    const instructions = Array.from(
      { length: 6 },
      (_, index) => `POST https://api.example.com/${index} with the order id`,
    ).join('\n');
    const run = await runOffline(instructions, order);
    expect(run.requests).toEqual([]);
    expect(run.needsModel).toContain('the instructions ask for 6 requests and the run may send 5');
  });

  it('passes a body on byte for byte, with its type', async () => {
    const body = '{ "id": 820982911946154508,\n "rate": 1.50 }';
    const { requests } = await runOffline('POST the whole payload to https://api.example.com/x', body);
    expect(requests).toMatchObject([{ body, headers: { 'content-type': 'application/json' } }]);
  });

  it('keeps the digits of numbers in a body that it makes', async () => {
    const { requests } = await runOffline(
      'POST https://api.example.com/x with id and rate.',
      '{"id":820982911946154508,"rate":1.50}',
    );
    expect(requests[0]?.body).toBe('{"id":820982911946154508,"rate":1.50}');
  });

  it('fills query values, encoded', async () => {
    const { requests } = await runOffline('GET https://api.example.com/x?q={{name}}&limit=5', {
      name: 'a&b=c d',
    });
    expect(requests[0]?.url).toBe('https://api.example.com/x?q=a%26b%3Dc%20d&limit=5');
  });

  it.each([
    [301, 'not followed'],
    [404, 'not successful'],
    [503, 'not successful'],
  ])('never calls %i a success', async (status, said) => {
    const run = await runOffline(`${toOrders} Then reply "Recorded".`, order, {
      answer: () => ({ kind: 'response', status, headers: {}, body: '', truncated: false }),
    });
    expect(run.answer).toContain(`POST api.example.com/orders: ${status}`);
    expect(run.answer).toContain(said);
    expect(run.answer).not.toContain('Recorded');
  });

  it('repeats the message of a refused request', async () => {
    const run = await runOffline(toOrders, order, {
      answer: () => ({ kind: 'refused', message: "Outbound request to 'api.example.com' is not allowed" }),
    });
    expect(run.answer).toContain(
      "POST api.example.com/orders: not sent. Outbound request to 'api.example.com' is not allowed",
    );
  });

  it('works in a chat, where there is no delivery', async () => {
    const model = createAgentModel({ id: 'offline/rules-1' });
    const input = { ...turnInputOf('GET https://api.example.com/ping', null), delivery: null };
    expect((await model.turn(input)).calls).toMatchObject([
      { method: 'GET', url: 'https://api.example.com/ping' },
    ]);
    const other = { ...input, instructions: 'How are you?' };
    expect((await model.turn(other)).needsModel).toContain('"How are you"');
  });

  it.each([
    [
      'JSON',
      { type: 'order.paid', order: { id: 1, status: 'paid' } },
      {},
      'Event "order.paid"; order.id: 1; order.status: "paid"',
    ],
    [
      'a form',
      'name=Ada&total=5',
      { contentType: 'application/x-www-form-urlencoded' },
      'total: "5"; name: "Ada"',
    ],
    ['text', 'One refund. Two apples. Three refund refund.', { contentType: 'text/plain' }, '"One refund."'],
    ['HTML', '<p>Hello <b>you</b></p><script>bad()</script>', { contentType: 'text/html' }, '"Hello'],
    ['HTML whose script has no end', 'Hi<script>bad()', { contentType: 'text/html' }, '"Hi"'],
    ['scripts without an end', '<script>bad()'.repeat(70_000), { contentType: 'text/html' }, 'empty'],
    ['tags without an end', '<'.repeat(900_000), { contentType: 'text/html' }, '"<<<'],
    ['XML', '<order><id>7</id></order>', { contentType: 'application/xml' }, 'order.id: "7"'],
    [
      'bytes',
      Uint8Array.of(0, 1, 2),
      { contentType: 'image/png' },
      'Binary data: image/png, 3 bytes, SHA-256 ae4b3280',
    ],
    ['nothing', '', {}, 'The delivery is empty.'],
    ['a list', [{ a: 1 }, { a: 2 }], {}, 'A list: 2 items, first: { "a": 1 }'],
  ])('summarises %s', async (_, body, delivery, expected) => {
    const { answer } = await runOffline('Summarise the delivery.', body, { delivery });
    expect(answer).toContain(expected);
    expect(answer).not.toContain('bad()');
  });
});

describe('destinations', () => {
  it.each([
    'POST https://{{host}}/x with the order id.',
    'POST https://api.example.com:{{port}}/x with the order id.',
    'POST https://{{user}}@api.example.com/x with the order id.',
    'POST {{url}} with the order id.',
    'POST https://api.example.com@evil.example/x with the order id.',
    'POST https://api.example.com/x with header {{name}}: 1.',
    'POST https://api.example.com/x with header X-Id: {{order.id}}.',
    'GET https://api.example.com/x?{{name}}=1',
    'POST https://api.example.com/x with {"{{name}}": 1}',
  ])('never come from the delivery: %s', async (instructions) => {
    const run = await runOffline(instructions, {
      ...order,
      host: 'evil.example',
      url: 'https://evil.example',
      name: 'x',
      port: 1,
      user: 'u',
    });
    expect(run.requests).toEqual([]);
    expect(run.needsModel).toContain('did not understand');
  });

  it('stay where the instructions say, whatever the delivery holds', async () => {
    const instructions =
      'POST https://api.example.com/orders/{{id}}/notes?from={{name}} with id, name and {{note}}.';
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '..',
        '../..',
        '@evil.example',
        '//evil.example',
        '\\evil',
        '?a=b',
        '#x',
        '%2e%2e',
        '\r\nHost: evil',
        'POST https://evil.example/x',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.record({ id: hostile, name: hostile, note: hostile }), async (body) => {
        for (const { url, method } of (await runOffline(instructions, body)).requests) {
          const { host, pathname, searchParams } = new URL(url);
          expect([method, host]).toEqual(['POST', 'api.example.com']);
          expect(pathname.split('/')).toHaveLength(4);
          expect(pathname.startsWith('/orders/') && pathname.endsWith('/notes')).toBe(true);
          expect([...searchParams.keys()]).toEqual(['from']);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('laws', () => {
  const pieces = fc.constantFrom(
    'POST',
    'https://api.example.com/x',
    'with',
    'the',
    'order id',
    'and',
    ',',
    '.',
    'if',
    'status is paid',
    'then',
    'reply "a"',
    'otherwise',
    '{"a": {{b}}}',
    '{{',
    '}}',
    '"',
    '\n- ',
    '\n1. ',
    ':',
    'report',
    'summarise',
    'header',
    'as',
    'Body: ',
    '```',
    'GET',
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(pieces, { maxLength: 30 }).map((list) => list.join(' ')),
  );

  it('any instructions on any delivery give calls, an answer or needs_model, and never throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.oneof(fc.json(), fc.string(), fc.uint8Array()),
        async (instructions, body) => {
          const run = await runOffline(instructions, body);
          expect(run.answer.startsWith(opening)).toBe(true);
          expect(run.requests.length).toBeLessThanOrEqual(5);
          if (run.needsModel !== null) expect(run.requests).toEqual([]);
          for (const { url } of run.requests) expect(new URL(url).host).toBe('api.example.com');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('every text that a summary quotes occurs in the delivery', async () => {
    const value = fc.oneof(fc.string(), fc.string({ unit: anyCharacter, maxLength: 200 }), fc.integer());
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 6 }),
        async (body) => {
          const { answer } = await runOffline('Summarise the delivery.', body);
          const values = Object.values(body).map(String);
          for (const line of answer.split('\n').slice(1))
            for (const field of line.split('; ')) {
              const quoted = /^[a-z]+: "([\s\S]*)"(?:…|$)/.exec(field)?.[1];
              if (quoted !== undefined && !quoted.includes('; '))
                expect(values.some((text) => text.includes(quoted))).toBe(true);
            }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a filter without a model', () => {
  const model = createAgentModel({ id: 'offline/rules-1' });

  it('that has no condition needs a model, and says why', async () => {
    await expect(model.evaluateFilter(filterInputOf('sounds angry', order))).resolves.toMatchObject({
      verdict: 'needs_model',
      reason: 'Offline rules do not understand the filter: "sounds angry".',
    });
  });
});

describe('texts made to take long', () => {
  const units = [
    '{ ',
    '(',
    '[',
    'is ',
    'not ',
    'a,',
    'a=1,',
    'reply "a" and ',
    'if a is b, ',
    'a is b or ',
    "' ",
    '{{',
    'then ',
    '\n- ',
  ];
  it.each(units)('of 4 KB come to an end: %j', async (unit) => {
    for (const opening of ['', 'If a is b, ', 'POST https://api.example.com/x with '])
      await runOffline((opening + unit.repeat(4_096)).slice(0, 4_096), {});
  });
});
