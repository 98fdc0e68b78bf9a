import { bodyBytesIn } from '#domain/prompt-share.ts';
import { parseModelId } from './providers.ts';

/** For models with room for 100,000 tokens and more, which is every one of the hosted providers. */
const hostedMax = 65_536;
/** A server of one's own may hold no more than a few thousand tokens, and does not say so. */
const selfHostedMax = 16_384;

/** UTF-8 bytes of a body that a prompt shows to this model, in a run of so many tokens. */
export function shownBytesMax(modelId: string, tokensOfRun: number): number {
  const hasUnknownContext = parseModelId(modelId)?.provider.isSelfHosted ?? true;
  return Math.min(hasUnknownContext ? selfHostedMax : hostedMax, bodyBytesIn(tokensOfRun));
}
