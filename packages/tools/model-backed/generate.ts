/** A model call; the host maps it to a provider. */
export interface GenerateRequest {
  /** Trusted text. */
  readonly instructions: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  /** Default: that of the provider; ignored by models without this setting. */
  readonly temperature?: number;
  readonly signal: AbortSignal;
}

/** `isCut`: the text was truncated at the token limit. */
interface Generated {
  readonly text: string;
  readonly isCut?: boolean;
}

/** Throws if the call fails; does not retry. */
export type Generate = (request: GenerateRequest) => Promise<Generated>;

/** The model's answer does not have the requested form. */
export class AnswerRejectedError extends Error {
  override readonly name = 'AnswerRejectedError';
}

/** The daily budget of model calls is used up. Thrown by implementations of `Generate`. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
}
