import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { loadLibrary } from '../../load-library.ts';

/** The search for patterns is superlinear; what a longer password adds makes it no weaker. */
const searchedCharsMax = 80;
const verdicts = ['very weak', 'weak', 'fair', 'strong', 'very strong'] as const;

const classes: readonly { readonly pattern: RegExp; readonly size: number }[] = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /\d/, size: 10 },
  { pattern: /[ -/:-@[-`{-~]/, size: 33 },
  { pattern: /[^ -~]/, size: 100 },
];

/** Common passwords, names and words, which attackers try first; some megabytes. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  });
}

/** `bits`: the guesses that a good attacker needs, as a power of 2. */
export async function passwordStrength(text: string) {
  const estimator = await loadLibrary('zxcvbn', loadEstimator);
  const { guesses, score, feedback } = estimator.check(Array.from(text).slice(0, searchedCharsMax).join(''));
  return {
    length: Array.from(text).length,
    alphabet: classes.reduce((size, kind) => size + (kind.pattern.test(text) ? kind.size : 0), 0),
    bits: Math.round(Math.log2(guesses)),
    verdict: verdicts[score],
    warning: feedback.warning,
    suggestions: feedback.suggestions,
  };
}
