import { z } from 'zod';

import { Outcome } from '../contracts/run.ts';
import type { TurnDelivery } from '../contracts/turn.ts';
import { json, optionalText } from './record-fields.ts';

interface SharedContext {
  readonly outcome: Outcome;
  readonly agentId: string;
  readonly revision: number;
  /** In a chat: the name of the agent. */
  readonly automationName: string;
  readonly receivedAt: Date;
  /** Marks data from outside in prompts; drawn once per run, or once per conversation. */
  readonly nonce: string;
  /** Where the agent was told it may go; null before its first turn. A change of policies changes no prompt. */
  readonly access: Access | null;
}

/** Allowed domains with the name of the header that is attached there. */
export type Access = z.infer<typeof Access>;
const Access = z.array(z.object({ domain: z.string(), headerName: z.string().nullable() }));

export interface DeliveryContext extends SharedContext {
  readonly kind: 'delivery';
  readonly delivery: TurnDelivery;
}

export interface MessageContext extends SharedContext {
  readonly kind: 'message';
  readonly text: string;
}

/** What a run works on, as it stood when the delivery was accepted or the message of a chat stored. */
export type RunContext = DeliveryContext | MessageContext;

const Fields = z.object({
  kind: z.enum(['delivery', 'message']).default('delivery'),
  outcome: Outcome,
  agentId: z.string(),
  revision: z.coerce.number().int(),
  automationName: z.string(),
  receivedAt: z.coerce.number().transform((timeMs) => new Date(timeMs)),
  nonce: z.string(),
  access: json(Access).nullable().default(null),
});

const DeliveryFields = z.object({
  eventId: z.string(),
  headers: json(z.record(z.string(), z.string())),
  reference: optionalText,
  referenceUrl: optionalText,
  contentType: optionalText,
});

/** Reads the hash of a run with its body: that of the delivery, or the text of the message. */
export function contextOf(fields: Readonly<Record<string, string>>, body: Buffer): RunContext {
  const { kind, ...shared } = Fields.parse(fields);
  if (kind === 'message') return { kind, ...shared, text: body.toString() };
  return { kind, ...shared, delivery: deliveryOf(fields, body) };
}

/** Reads what arrived out of the hash of a delivery, whether its run has begun or not. */
export function deliveryOf(fields: Readonly<Record<string, string>>, body: Buffer): TurnDelivery {
  const { receivedAt } = Fields.pick({ receivedAt: true }).parse(fields);
  return { ...DeliveryFields.parse(fields), receivedAt: receivedAt.toISOString(), body };
}
