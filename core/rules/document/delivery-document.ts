import type { JsonValue } from '#domain/json-value.ts';

/** A delivery as the rules read it. */
export interface DeliveryDocument {
  readonly kind: 'json' | 'form' | 'xml' | 'text' | 'binary' | 'empty';
  /** What has named parts: the JSON value, the form's fields, the elements. `undefined` for the rest. */
  readonly root: JsonValue | undefined;
  /** The body as text; empty when it is binary. */
  readonly text: string;
  readonly body: Uint8Array;
  /** Without parameters, lower case; empty when not given. */
  readonly mediaType: string;
  readonly contentType: string | null;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the service knows of the delivery, by the words that name it. */
  readonly facts: Readonly<Record<string, string>>;
}
