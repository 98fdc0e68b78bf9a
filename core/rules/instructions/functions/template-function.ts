import type { JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../../document/delivery-document.ts';

/** A function of templates: `{{amount_total | divide: 100 | currency: "EUR"}}`. */
export interface TemplateFunction {
  /** The arguments that were written: may they be given? Decided once, when the instructions are read. */
  readonly takes: (args: readonly Argument[]) => boolean;
  readonly apply: (input: JsonValue, args: readonly Argument[], place: Place) => Applied;
}

/** A text in quotation marks, or a number. */
export interface Argument {
  readonly kind: 'text' | 'number';
  readonly text: string;
}

/** Where the input stands in the delivery. */
export interface Place {
  readonly document: DeliveryDocument;
  readonly path: string;
  /** It was divided or multiplied before. */
  readonly isScaled: boolean;
}

export type Applied =
  | { readonly value: JsonValue }
  /** What the function needs of its input, as the end of a sentence: `a number`. */
  | { readonly needs: string };

export const noArguments = (args: readonly Argument[]): boolean => args.length === 0;

/** So many arguments, each of which fits. */
export const argumentsThat =
  (...tests: readonly ((arg: Argument) => boolean)[]) =>
  (args: readonly Argument[]): boolean =>
    args.length === tests.length && args.every((arg, index) => tests[index]?.(arg) === true);

export const oneOf =
  (...shapes: readonly ((args: readonly Argument[]) => boolean)[]) =>
  (args: readonly Argument[]): boolean =>
    shapes.some((fits) => fits(args));

export const isText = ({ kind }: Argument): boolean => kind === 'text';
