import { PdfError } from '@reveille/pdf';
import { ToolError } from '@reveille/tools';
import { DomainError } from '#domain/domain-error.ts';
import { VisitorRefusal } from './visitor-refusal.ts';

/** The error as a refusal (those of the packages are converted); undefined for a bug. */
export function asRefusal(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof VisitorRefusal) return error.refusal;
  if (!(error instanceof ToolError || error instanceof PdfError)) return undefined;
  const { code, message, hint } = error;
  const field = error instanceof ToolError ? error.field : null;
  return new DomainError(code, message, {
    ...(hint !== undefined && { hint }),
    ...(field !== null && { field }),
  });
}
