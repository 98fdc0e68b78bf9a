import type { providers } from '#models/providers.ts';
import { anthropic } from './anthropic.ts';
import type { WireFormat } from './format.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';

/** The messages from and to each provider. */
export const wireFormats: Readonly<Record<(typeof providers)[number]['id'], WireFormat>> = {
  anthropic,
  openai,
  google,
  'openai-compatible': openaiCompatible,
};

/** For `describe.each`. */
export const wireRows = Object.entries(wireFormats).map(([provider, format]) => ({
  provider,
  format,
  id: `${provider}/${format.modelId}`,
}));
