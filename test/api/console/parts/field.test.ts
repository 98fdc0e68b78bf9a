import { expect, it } from 'vitest';

import { areaField } from '#api/console/parts/field.ts';

it('a text of many lines keeps the line break that it begins with, and gets no other', () => {
  const written = (value: string) =>
    /<textarea[^>]*>([^<]*)<\/textarea>/.exec(
      String(areaField({ name: 'body', label: 'Body', rows: 2, value })),
    );
  // A browser drops the first one.
  expect(['a\nb', '\na', ''].map((value) => written(value)?.[1])).toEqual(['\na\nb', '\n\na', '\n']);
});
