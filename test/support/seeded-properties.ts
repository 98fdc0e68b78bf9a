// Loaded before every test file: properties of fast-check draw from the seed of the run, and a failure says how to repeat
// it.
import './no-source-maps.ts';
import './plain-imports.ts';

import fc from 'fast-check';

import { howToRepeat, testSeed } from './seed.ts';

fc.configureGlobal({
  seed: testSeed,
  reporter: (details) => {
    if (!details.failed) return;
    const message = `${fc.defaultReportMessage(details)}\n${howToRepeat}`;
    throw new Error(message, { cause: details.errorInstance });
  },
});
