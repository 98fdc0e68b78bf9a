import { expect, test } from 'vitest';

import { bundleOf } from '#test/support/bundle-of.ts';

const bytesMax = 2_000_000;

/** Folders and packages that may be instantiated for every run. */
const allowed = [
  /^\.\/(workflows|core\/domain)\//,
  /node_modules\/(@temporalio|nexus-rpc|long|ms|protobufjs)\//,
];

test('holds our own rooms and the SDK only, below 2 MB', async () => {
  const { code } = await bundleOf();
  expect(code.length).toBeLessThan(bytesMax);
  const modules = [...code.matchAll(/^\/\*{3}\/ "(\.[^"]+\.[cm]?[jt]s)"/gm)].map(([, module]) => module!);
  expect(modules.some((module) => module.startsWith('./workflows/'))).toBe(true);
  expect(modules.filter((module) => !allowed.some((pattern) => pattern.test(module)))).toEqual([]);
});
