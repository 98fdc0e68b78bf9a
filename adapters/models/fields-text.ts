import { describeShapes } from '#rules/describe-shapes.ts';
import { wrapData } from './data-markers.ts';

/** The deliveries as a model is told of them: names, types and values of enumerations. */
export function fieldsText(
  sender: string | null,
  deliveries: Parameters<typeof describeShapes>[0],
  nonce: string,
): string {
  const from = sender === null ? '' : `The sender is ${sender}.\n`;
  if (deliveries.length === 0)
    return `${from}No delivery has come so far: name the fields as the sender documents them, or by field("…").`;
  const amount = deliveries.length === 1 ? 'a delivery' : `${deliveries.length} deliveries`;
  return `${from}Fields of ${amount}:\n${wrapData(describeShapes(deliveries), nonce)}`;
}
