import { describe, expect, it } from 'vitest';

import { callOf } from '#apis/call-of.ts';
import type { ApiOperation, Parameter } from '#contracts/api.ts';

const text = { type: 'string' };

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  argument: name,
  in: 'query',
  isRequired: false,
  style: 'repeated',
  schema: text,
  ...more,
});

const call = (args: unknown, operation: Partial<ApiOperation> = {}) =>
  callOf(
    {
      api: 'shop',
      origin: 'https://shop.example.com',
      basePath: '/v1',
      operation: {
        name: 'orders-create',
        method: 'POST',
        path: '/orders/{id}/lines',
        summary: '',
        parameters: [parameter('id', { in: 'path', isRequired: true })],
        body: null,
        effect: 'write',
        ...operation,
      },
    },
    args,
  );

const urlOf = (args: unknown, parameters: readonly Parameter[], path = '/orders') => {
  const result = call(args, { parameters: [...parameters], path });
  return result.kind === 'request' ? result.request.url : result.message;
};

describe('callOf', () => {
  it('writes the request with the name and the effect of the stored operation', () => {
    expect(call({ id: '7' })).toEqual({
      kind: 'request',
      request: {
        method: 'POST',
        url: 'https://shop.example.com/v1/orders/7/lines',
        operation: { name: 'shop.orders-create', effect: 'write' },
      },
    });
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b=c#d', 'a%3Fb%3Dc%23d'],
    [String.raw`a\b`, 'a%5Cb'],
    ['..%2f', '..%252f'],
    ['@evil.example', '%40evil.example'],
    ['{{secret.key}}', '%7B%7Bsecret.key%7D%7D'],
    ['{id}', '%7Bid%7D'],
    ['ä $1 $&', '%C3%A4%20%241%20%24%26'],
    ['a\r\nHost: evil', 'a%0D%0AHost%3A%20evil'],
    ['\ud800', '%EF%BF%BD'],
  ])('keeps %j within its segment of the path', (id, segment) => {
    const result = call({ id });
    expect(result).toMatchObject({ request: { url: `https://shop.example.com/v1/orders/${segment}/lines` } });
  });

  it.each(['', '.', '..', null, undefined, 7, ['a'], {}])('sends nothing for the segment %j', (id) => {
    expect(call({ id })).toMatchObject({ kind: 'invalid' });
  });

  it('sends nothing where a part of a segment makes it a step back', () => {
    const parts = [
      parameter('a', { in: 'path', isRequired: true }),
      parameter('b', { in: 'path', isRequired: true }),
    ];
    const path = '/x/{a}{b}/y';
    expect(call({ a: '.', b: '.' }, { parameters: parts, path })).toMatchObject({ kind: 'invalid' });
    expect(call({ a: '.', b: 'c' }, { parameters: parts, path })).toMatchObject({ kind: 'request' });
  });

  it.each([[null], ['x'], [[]], [{ id: '7', extra: 1 }], [JSON.parse('{"id":"7","__proto__":{"body":1}}')]])(
    'refuses the arguments %j without a word of them',
    (args) => {
      const result = call(args);
      expect(result.kind).toBe('invalid');
      expect(JSON.stringify(result)).not.toContain('extra');
    },
  );

  it('writes lists, objects and names of the query so that none adds another parameter', () => {
    const list = { type: 'array', items: text };
    expect(urlOf({ q: 'a&admin=true#x' }, [parameter('q')])).toMatch(/\?q=a%26admin%3Dtrue%23x$/);
    expect(urlOf({ q: ['a', 'b&c'] }, [parameter('q', { schema: list })])).toMatch(/\?q=a&q=b%26c$/);
    expect(urlOf({ q: ['a', 'b,c'] }, [parameter('q', { schema: list, style: 'joined' })])).toMatch(
      /\?q=a,b%2Cc$/,
    );
    const deep = parameter('f', { style: 'nested', schema: { type: 'object', properties: { a: text } } });
    expect(urlOf({ f: { a: 'x', 'b]&c=': 'y' } }, [deep])).toMatch(/\?f\[a\]=x&f\[b%5D%26c%3D\]=y$/);
    expect(urlOf({ q: 'x' }, [parameter('a=b&c', { argument: 'q' })])).toMatch(/\?a%3Db%26c=x$/);
  });

  it('sends null for nothing: such members are left out where they may be', () => {
    const schema = {
      type: 'object',
      properties: { a: text, b: { anyOf: [text, { type: 'null' }] }, c: { anyOf: [text, { type: 'null' }] } },
      required: ['b'],
    };
    const body = { type: 'json' as const, isRequired: true, schema };
    expect(call({ id: '7', body: { a: null, b: null, c: null } }, { body })).toMatchObject({
      request: { body: '{"b":null}' },
    });
    // Text of JSON is meant as it is written.
    expect(call({ id: '7', body: '{"b":null,"c":null}' }, { body })).toMatchObject({
      request: { body: '{"b":null,"c":null}' },
    });
  });

  it.each([
    [{ id: '7' }],
    [{ id: '7', body: {} }],
    [{ id: '7', body: { a: 1 } }],
    [{ id: '7', body: '{"a":1}' }],
    [{ id: '7', body: 'no JSON' }],
    [{ id: '7', body: { a: 'x', b: 1 } }],
  ])('refuses a body that does not fit: %j', (args) => {
    const schema = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false };
    const result = call(args, { body: { type: 'json', isRequired: true, schema } });
    expect(result).toMatchObject({ kind: 'invalid' });
  });

  it('writes a form in brackets', () => {
    const body = { type: 'form' as const, isRequired: true, schema: { type: 'object' } };
    const given = { amount: 5, items: [{ price: 'p&q' }], metadata: { 'a b': '=' } };
    expect(call({ id: '7', body: given }, { body })).toMatchObject({
      request: {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'amount=5&items[0][price]=p%26q&metadata[a%20b]=%3D',
      },
    });
  });

  it('leaves a body that is a text to nobody', () => {
    const body = { type: 'json' as const, isRequired: true, schema: {} };
    expect(call({ id: '7', body: '"text"' }, { body })).toMatchObject({ kind: 'invalid' });
  });
});
