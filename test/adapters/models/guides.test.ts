import { describe, expect, it } from 'vitest';

import { NewAgent } from '#contracts/workspace.ts';
import { createModelChoices } from '#models/model-choices.ts';
import { traitsOf, parseModelId, providers } from '#models/providers.ts';
import { readConfig } from '#platform/config.ts';
import { readFromRoot } from '#test/support/root.ts';

const guide = (name: string) => readFromRoot(`docs/guides/${name}.md`);
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block = '']) => block);

describe('the guide to models', () => {
  const text = guide('models');
  const keys = Object.fromEntries(providers.map(({ keyVariable }) => [keyVariable, 'k']));

  it('has settings that an agent takes', () => {
    const [example = ''] = blocks(text, 'json');
    const { model } = NewAgent.parse({ name: 'Ada', ...JSON.parse(example) });
    const choices = createModelChoices(keys);
    for (const id of [model?.main, model?.fallback, model?.filter]) expect(choices.whyNot(id!)).toBeNull();
    for (const member of Object.keys(model!)) expect(text).toContain(`| \`${member}\` |`);
  });

  it('names a model and the key of every provider', () => {
    for (const { id, keyVariable } of providers) {
      expect(text).toMatch(new RegExp(`\\| \`${id}/[^\`]+\` \\| \`${keyVariable}\``));
    }
  });

  it('lists models that are known to the service', () => {
    const hosted = [...text.matchAll(/`((?:anthropic|openai|google)\/[^`]+)`/g)].map(([, id = '']) => id);
    expect(hosted.length).toBeGreaterThan(2);
    for (const id of hosted) {
      const { provider, modelId } = parseModelId(id)!;
      expect(traitsOf(provider, modelId).reasons).not.toBe('unknown');
    }
  });
});

describe('the guide to local models', () => {
  const settings = blocks(guide('local-models'), 'sh').filter((block) =>
    /^[A-Z_]+=\S+$/m.test(block.split('\n')[0]!),
  );

  it('has settings that start', () => {
    const models = settings.filter((block) => block.startsWith('MODEL='));
    expect(models).toHaveLength(4);
    for (const block of settings) {
      const env = Object.fromEntries(
        block
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/).slice(0, 2)),
      );
      expect(() => readConfig(env)).not.toThrow();
    }
  });
});
