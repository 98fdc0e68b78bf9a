import { z } from 'zod';

import { ModelSettings } from '#contracts/model-settings.ts';

/** The settings as JSON, empty where there are none; in records of earlier versions the id of the main model. */
export const modelSettings = z
  .codec(z.string(), ModelSettings.nullable(), {
    decode: (text, { issues }) => {
      if (text === '') return null;
      if (!text.startsWith('{')) return { main: text };
      try {
        return JSON.parse(text) as z.input<typeof ModelSettings>;
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: text });
        return z.NEVER;
      }
    },
    encode: (settings) => (settings === null ? '' : JSON.stringify(settings)),
  })
  .default(null);
