import { OutboundCheck, type OutboundInvalid } from '#contracts/outbound.ts';
import { DomainError } from '#domain/domain-error.ts';
import { outboundMethods } from '#domain/outbound-method.ts';

/** Documentation only: Network Access validates both fields and has better messages. */
export const requestFields = {
  method: OutboundCheck.shape.method.meta({ enum: [...outboundMethods] }),
  url: OutboundCheck.shape.url.meta({ format: 'uri', minLength: 1 }),
};

/** A body of 1 MiB can grow sixfold when escaped as a JSON string. */
export const requestBytesMax = 8 << 20;

export const invalidRequest = ({ message, field }: OutboundInvalid) =>
  new DomainError('INVALID_REQUEST', message, field === undefined ? {} : { field });
