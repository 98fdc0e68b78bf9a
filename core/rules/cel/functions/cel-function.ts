import type { DeliveryDocument } from '../../document/delivery-document.ts';
import type { Budget } from '../budget.ts';
import type { Value } from '../value.ts';

export interface CelFunction {
  /** How many arguments it takes, the value that a method is called on not counted. */
  readonly args: readonly [min: number, max: number];
  /** The last argument, where it is given, is a zone: a text that stands in the expression. */
  readonly hasZone?: true;
  /** Its second argument must stand in the expression, and fit. */
  readonly second?: { readonly isFit: (text: string) => boolean; readonly expected: string };
  readonly call: (values: readonly Value[], budget: Budget, document: DeliveryDocument) => Value;
}
