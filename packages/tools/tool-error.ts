/** Why a tool refuses; the host maps these to its own errors. */
export type ToolErrorCode =
  | 'INVALID_REQUEST'
  | 'INVALID_IMAGE'
  | 'MODEL_UNAVAILABLE'
  | 'TOOL_LIMIT_EXCEEDED'
  | 'UNKNOWN_TOOL';

/** A refusal for the caller of a tool: a code, a public sentence, and the next step if known. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;
  readonly hint: string | undefined;
  /** The param that is wrong, such as `params.count`; null where no single one is. */
  readonly field: string | null;

  constructor(
    code: ToolErrorCode,
    message: string,
    details: { readonly hint?: string; readonly field?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.hint = details.hint;
    this.field = details.field ?? null;
  }
}
