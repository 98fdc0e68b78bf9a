import type { TurnDelivery } from '#contracts/turn.ts';
import { compileCondition } from './cel/condition.ts';
import { type Expression, partsOf } from './cel/expression.ts';
import { missingPlaces } from './cel/places.ts';
import { inputOf } from './judge-condition.ts';

/**
 * Why a condition that a model wrote is not taken, in sentences for the model and the owner; null where nothing is found: it
 * compiles, depends on the delivery, and each place that it names is in one of the samples, where there are any.
 */
export function faultOfProposal(text: string, samples: readonly TurnDelivery[]): string | null {
  const read = compileCondition(text);
  if (read.state === 'invalid')
    return `Line ${read.line}, column ${read.column}: ${read.message} Expected: ${read.expected}.`;
  const { expression } = read.condition;
  if (!readsDelivery(expression)) return 'It is the same for every delivery.';
  if (samples.length === 0) return null;
  const missing = missingPlaces(expression, samples.map(inputOf));
  return missing.length === 0 ? null : `No delivery has ${missing.slice(0, placesMax).join(', ')}.`;
}

const placesMax = 5;

const readsDelivery = (node: Expression): boolean =>
  node.kind === 'variable' ||
  node.kind === 'field' ||
  node.kind === 'has-field' ||
  node.kind === 'ask' ||
  partsOf(node).some(readsDelivery);
