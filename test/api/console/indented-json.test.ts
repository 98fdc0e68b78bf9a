import fc from 'fast-check';
import { expect, it } from 'vitest';

import { indentedJson } from '#api/console/pages/deliveries/indented-json.ts';

it('gives each member a line', () => {
  expect(indentedJson('{"a":[1,{"b":"x, {y}"}],"c":{},"d":[ ]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": "x, {y}"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

it('changes white space only', () => {
  const text = '{"n":12345678901234567890.10,"n":1e400,"s":"\\u0041 \\" b"}';
  expect(indentedJson(text)?.replaceAll(/\n */g, '').replaceAll(': ', ':')).toBe(text);
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(indentedJson(json) ?? '')).toEqual(JSON.parse(json));
    }),
  );
});

it('does not grow with the square of the depth', () => {
  const depth = 30_000;
  const deep = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  expect((indentedJson(deep) ?? deep).length).toBeLessThan(depth * 120);
});

it.each(['', '{', "{'a':1}", 'text'])('leaves alone what is no JSON: %s', (text) => {
  expect(indentedJson(text)).toBeNull();
});
