import { expect, it } from 'vitest';
import { terminalLine } from '#bin/supervisor/terminal-line.ts';

it.each([
  ['stdout', '{"level":30,"msg":"listening"}', undefined],
  ['stdout', '{"level":40,"msg":"redis connection lost"}', '[api] warning: redis connection lost'],
  [
    'stdout',
    '{"level":50,"msg":"request failed","err":{"message":"boom"}}',
    '[api] error: request failed: boom',
  ],
  ['stdout', '{"level":40,"msg":"lost","error":{"message":"reset"}}', '[api] warning: lost: reset'],
  ['stdout', '{"level":40,"msg":"lost","error":{}}', '[api] warning: lost'],
  ['stdout', '{"level":50,"msg":"boom","err":{"message":"boom"}}', '[api] error: boom'],
  ['stdout', 'plain text', undefined],
  ['stdout', '{"half', undefined],
  ['stderr', 'Error: Cannot find module', '[api] Error: Cannot find module'],
  ['stderr', '   ', undefined],
] as const)('shows of the %s line %s: %s', (stream, line, shown) => {
  expect(terminalLine('api', stream, line)).toBe(shown);
});
