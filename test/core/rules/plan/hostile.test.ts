import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Plan } from '#contracts/plan.ts';
import { secretNamesIn } from '#domain/named-secret.ts';
import { compilePlan, composePlanAnswer, decideByPlan, renderPlan } from '#rules/plan.ts';
import { deliveryOf } from '#test/support/turn-input.ts';
import { anyCharacter } from '#tools/test/any-character.ts';
import { commonExpression, hostileBody } from '../cel/random.ts';

const origin = 'https://api.example.com:8443';

/** Texts that would leave their place, if they could. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '/',
    '//evil.example',
    '@evil.example',
    '\\evil.example',
    '?admin=1',
    '&admin=1',
    '#',
    ';x',
    ':80',
    '{{secret.mine}}',
    '{{secret.',
    'mine}}',
    '{{body.a}}',
    '}}',
    '\r\nX-Evil: 1',
    '\u0000',
    '\uffff',
    '"',
    '","b":"',
    '',
    ' ',
    '\ud800',
    'https://evil.example/',
    '𝒳',
    '１２７．０．０．１',
    '\u202e',
    '%00',
    '+',
    '=',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);
const delivery = fc.oneof(
  hostileBody,
  fc
    .record({
      a: hostileText,
      b: hostileText,
      c: hostileText,
      items: fc.array(fc.oneof(hostileText, fc.record({ a: hostileText })), { maxLength: 4 }),
    })
    .map((body) => JSON.stringify(body)),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

const path = fc.constantFrom('body.a', 'body.b', 'body.c', 'string(body.b)', 'body["a"]');
const expression = fc.constantFrom(
  'body.a',
  'body.b',
  'body.c',
  'body.items',
  'body.items[0]',
  'body.a + body.b',
  'body.a.b',
  'x',
  'x.a',
  'text',
  'event',
  'size(body.items)',
  'has(body.a) ? body.a : ""',
  'string(body.a)',
  'body.b / 3',
  'body.items.map(i, i.a)',
  'json(body)',
  'summary()',
  'summary(body.a)',
  'round(body.b, 2)',
  'sum(body.items)',
  'date(body.a, "YYYY-MM-DD")',
  'currency(body.b, body.c)',
  'field("a")',
  'body.a.trim()',
  'body["a"]',
  'body',
  'headers',
  'receivedAt',
  '{"}}": body.a}',
  '[body.a, [body.b]]',
);
const part = fc.oneof(
  path.map((text) => `{{${text}}}`),
  path.map((text) => `{{${text}}}`),
  expression.map((text) => `{{${text}}}`),
  fc.constantFrom('{{secret.own}}', 'x', '-', '.', '..', '%2e', 'a.json'),
);
const segment = fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''));
const text = fc
  .array(fc.oneof(part, fc.constantFrom(' ', '&', '<b>', '}')), { maxLength: 4 })
  .map((parts) => parts.join(''));
const body = fc.oneof(
  text,
  fc.constant('{{text}}'),
  fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.integer(), fc.constant(null)),
    { maxKeys: 3 },
  ),
);
const contentType = fc.constantFrom(
  'application/json',
  'application/xml',
  'text/html',
  'application/x-www-form-urlencoded',
  'text/plain',
);

const step = fc.record(
  {
    when: fc.oneof(commonExpression, fc.constantFrom('true', 'has(body.a)', 'size(body.items) < 3')),
    forEach: fc.constantFrom(
      { in: 'body.items', as: 'x' },
      { in: '[1, 2]', as: 'x' },
      { in: 'body', as: 'x' },
    ),
    segments: fc.array(segment, { maxLength: 3 }),
    query: fc.array(segment, { maxLength: 2 }),
    body,
    contentType,
  },
  { requiredKeys: ['segments', 'query'] },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const urlOf = ({ segments, query }: Step, number: number) =>
  `${origin}/${number}${segments.map((each) => `/${each}`).join('')}${query.length === 0 ? '' : `?${query.map((value, at) => `q${at}=${value}`).join('&')}`}`;

const planOf = (steps: readonly Step[], answer: string | null) => ({
  steps: steps.map((each, number) => ({
    ...(each.when !== undefined && { when: each.when }),
    ...(each.forEach !== undefined && { forEach: each.forEach }),
    request: {
      method: 'POST',
      url: urlOf(each, number),
      ...(each.contentType !== undefined && { headers: { 'content-type': each.contentType } }),
      ...(each.body !== undefined && { body: each.body }),
    },
  })),
  answer,
});

const plan = fc
  .tuple(
    fc.array(step, { minLength: 1, maxLength: 2 }),
    fc.option(text.filter((each) => each !== '' && !each.includes('secret'))),
  )
  .map(([steps, answer]) => planOf(steps, answer));

/** The plan's own places, in the order of the steps. */
const placesOf = (value: unknown) => secretNamesIn(JSON.stringify(value)).length;

describe('a plan on hostile deliveries', () => {
  it('is filled within its origin, its segments, its parameters and its secrets, or not at all', () => {
    const seen = { rendered: 0, requests: 0, unknown: 0, invalid: 0 };
    fc.assert(
      fc.property(plan, delivery, (written, text) => {
        const read = compilePlan(Plan.parse(written));
        if (read.state === 'invalid') {
          seen.invalid += 1;
          return;
        }
        const result = renderPlan(read.plan, { delivery: deliveryOf(text), maxRequests: 5 });
        if (result.state === 'unknown') {
          seen.unknown += 1;
          expect(result.problem).toMatch(
            /^(?:the \w+ of step \d (?:cannot be filled|is unknown): .|the answer cannot be filled: .|the instructions ask for)/,
          );
          return;
        }
        seen.rendered += 1;
        seen.requests += result.requests.length;
        expect(result.requests.length).toBeLessThanOrEqual(5);
        expect(composePlanAnswer(result, [])).toMatch(/^Offline rules/);
        for (const request of result.requests) {
          const url = new URL(request.url);
          const template = written.steps[Number(url.pathname[1])]!.request;
          expect(url.origin).toBe(origin);
          expect(url.hash).toBe('');
          expect(shapeOf(url.href)).toEqual(shapeOf(template.url.replaceAll(/\{\{.*?\}\}(?!\})/g, 'v')));
          expect(request.url).not.toMatch(/[\p{Cc}\s\\]/u);
          expect(placesOf(request)).toBe(placesOf(template));
        }
      }),
      { numRuns: 3_000 },
    );
    expect(seen.requests).toBeGreaterThan(200);
    expect(seen.unknown).toBeGreaterThan(200);
  });

  it('is decided without a throw whatever came back', () => {
    const result = fc.oneof(
      fc.record({
        kind: fc.constant('response' as const),
        status: fc.integer({ min: 100, max: 599 }),
        body: hostileText,
      }),
      fc.record({ kind: fc.constantFrom('refused' as const, 'failed' as const), message: hostileText }),
    );
    fc.assert(
      fc.property(plan, delivery, fc.array(result, { maxLength: 6 }), (written, text, results) => {
        const decision = decideByPlan(
          Plan.parse(written),
          { delivery: deliveryOf(text), maxRequests: 3 },
          results,
        );
        expect(['requests', 'refusal', 'answer']).toContain(decision.kind);
      }),
      { numRuns: 500 },
    );
  });
});

/** How many segments a URL has, and the names of its parameters. */
function shapeOf(url: string) {
  const [path = '', query = ''] = url.split('?');
  return [path.split('/').length, ...query.split('&').map((pair) => pair.split('=')[0])];
}
