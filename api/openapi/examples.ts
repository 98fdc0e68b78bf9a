interface Example {
  readonly summary: string;
  readonly value: unknown;
}
/** Examples of a body in the reference, by name. */
export type Examples = Readonly<Record<string, Example>>;

/** A schema used only in the reference, for content that is not JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;
