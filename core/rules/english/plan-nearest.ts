type Rows = readonly (readonly [RegExp, string])[];

const reasons: Rows = [
  [
    /https?:\/\/[^/\s]*\{/i,
    'Write the host of a request into the instructions: it never comes from a delivery.',
  ],
  [/\bget\b.*\breport\b/is, 'A plan reads no answer of a request: without "report" the GET is understood.'],
];

/** Forms of the small English, by what in a sentence asks for one; the first that fits. */
const forms: Rows = [
  [/^put\b|\bput request\b/i, 'PATCH https://… with JSON {…}'],
  [/\bfor (?:each|every)\b/i, 'For each order.items as x, POST https://… with JSON {"sku": "{{x.sku}}"}'],
  [/https?:\/\//i, 'POST https://… with JSON {"id": "{{order.id}}"}'],
  [/\b(?:get|post|patch|delete|send|forward|call)\b/i, 'POST https://… with JSON {"id": "{{order.id}}"}'],
  [/\b(?:report|list|show)\b/i, 'Report order.id and order.total.'],
  [/\bsummar/i, 'Summarise the delivery.'],
  [/\b(?:reply|answer|respond|say|write)\b/i, 'Reply "Order {{order.id}} recorded".'],
  [/^only\b/i, 'Only act if order.status is paid.'],
  [/^(?:if|when|otherwise)\b/i, 'If order.status is paid, reply "paid".'],
];

/** A sentence with the form that another comes near to, or why there is none; null where nothing is near. */
export const nearestForm = (sentence: string): string | null =>
  reasons.find(([asks]) => asks.test(sentence))?.[1] ??
  formSentence(forms.find(([asks]) => asks.test(sentence))?.[1] ?? null);

export const formSentence = (form: string | null): string | null =>
  form === null ? null : `The nearest form: ${form}`;
