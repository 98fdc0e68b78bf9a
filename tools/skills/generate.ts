/** What a model call looks like from here; whoever provides it maps it to a provider. */
export interface GenerateRequest {
  /** Trusted text. */
  readonly instructions: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

/** Throws when the model does not answer; does not retry. */
export type Generate = (request: GenerateRequest) => Promise<{ readonly text: string }>;

/** The model answered, but not with what was asked for. */
export class AnswerRejectedError extends Error {
  override readonly name = 'AnswerRejectedError';
}
