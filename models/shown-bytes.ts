import { parseModelId } from './providers.ts';

/** For models with room for 100,000 tokens and more, which is every one of the hosted providers. */
const hostedMax = 65_536;
/** A server of one's own may hold no more than a few thousand tokens, and does not say so. */
const selfHostedMax = 16_384;
/** So many turns, each of which repeats what is shown, should fit in the tokens of a run. */
const turns = 6;
const bytesPerToken = 3;

/** UTF-8 bytes of a body that a prompt shows to this model, in a run of so many tokens. */
export function shownBytesMax(modelId: string, tokensOfRun: number): number {
  const hasUnknownContext = parseModelId(modelId)?.provider.isSelfHosted ?? true;
  const fitting = Math.floor((tokensOfRun * bytesPerToken) / turns);
  return Math.min(hasUnknownContext ? selfHostedMax : hostedMax, fitting);
}
