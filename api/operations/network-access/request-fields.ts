import { OutboundCheck } from '../../../contracts/outbound.ts';
import { outboundMethods } from '../../../domain/outbound-method.ts';

/** What the reference says more of than the schema checks: the rules of Network Access judge both in better sentences. */
export const requestFields = {
  method: OutboundCheck.shape.method.meta({ enum: [...outboundMethods] }),
  url: OutboundCheck.shape.url.meta({ format: 'uri', minLength: 1 }),
};
