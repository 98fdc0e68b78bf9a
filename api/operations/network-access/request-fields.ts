import { OutboundCheck } from '#contracts/outbound.ts';
import { outboundMethods } from '#domain/outbound-method.ts';

/** Documentation only: Network Access validates both fields and has better messages. */
export const requestFields = {
  method: OutboundCheck.shape.method.meta({ enum: [...outboundMethods] }),
  url: OutboundCheck.shape.url.meta({ format: 'uri', minLength: 1 }),
};
