/** Forms of the small English, by what in a sentence asks for one; the first that fits. */
const nearest: readonly (readonly [RegExp, string])[] = [
  [
    /https?:\/\/[^/\s]*\{/i,
    'Write the host of a request into the instructions: it never comes from a delivery.',
  ],
  [/^put\b|\bput request\b/i, 'PATCH https://… with JSON {…}'],
  [/\bfor (?:each|every)\b/i, 'For each order.items as x, POST https://… with JSON {"sku": "{{x.sku}}"}'],
  [/\bget\b.*\breport\b/is, 'A plan reads no answer of a request: without "report" the GET is understood.'],
  [/https?:\/\//i, 'POST https://… with JSON {"id": "{{order.id}}"}'],
  [/\b(?:get|post|patch|delete|send|forward|call)\b/i, 'POST https://… with JSON {"id": "{{order.id}}"}'],
  [/\b(?:report|list|show)\b/i, 'Report order.id and order.total.'],
  [/\bsummar/i, 'Summarise the delivery.'],
  [/\b(?:reply|answer|respond|say|write)\b/i, 'Reply "Order {{order.id}} recorded".'],
  [/^only\b/i, 'Only act if order.status is paid.'],
  [/^(?:if|when|otherwise)\b/i, 'If order.status is paid, reply "paid".'],
];

/** The form that a sentence comes near to; null where it comes near to none. */
export const nearestForm = (sentence: string): string | null =>
  nearest.find(([asks]) => asks.test(sentence))?.[1] ?? null;
