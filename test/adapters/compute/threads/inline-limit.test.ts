import { expect, test } from 'vitest';
import { toFailure } from '#compute/threads/failure.ts';
import { loadTextTools } from '#tools/registry.ts';
import { runTool } from '#tools/run-tool.ts';
import { longestInline, units } from './longest-inline.ts';

const { families } = await loadTextTools();

const inlineTools = families
  .flatMap(({ tools }) => tools)
  .filter(({ inlineCharsMax }) => inlineCharsMax !== undefined);

// How long each takes is measured by bench/hostile-text.ts.
test.each(inlineTools.map((tool) => [tool.id, tool] as const))(
  '%s answers or refuses the longest texts that run inline',
  async (_, tool) => {
    for (const unit of units) {
      for (const end of ['', '!']) {
        const params = longestInline(tool, unit, end);
        if (params === undefined) continue;
        const outcome = await runTool(tool, params).then(
          () => 'answered',
          (error: unknown) => toFailure(error).kind,
        );
        expect(outcome, `${JSON.stringify(unit)} with ${JSON.stringify(end)} behind`).toMatch(
          /^(answered|refused)$/,
        );
      }
    }
  },
);
