import type { SenderData } from '#contracts/sender-data.ts';
import { rulesOf } from './data/sender-of.ts';
import { generic } from './generic.ts';
import type { Sender } from './sender.ts';

/** The sender that an owner describes, as it is listed: without the description it is any system. */
export const custom: Sender = {
  ...generic,
  id: 'custom',
  title: 'A sender that you describe',
  docsUrl: '/docs/sender-guide#custom-senders',
};

const made = new WeakMap<SenderData, Sender>();

/** The rules of a description, which are made once for each. */
export function customSender(data: SenderData): Sender {
  const known = made.get(data);
  if (known !== undefined) return known;
  const sender = { ...custom, ...rulesOf(data, 'Signing secret', true) };
  made.set(data, sender);
  return sender;
}
