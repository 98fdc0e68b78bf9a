import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { asRefusal } from '../../errors/as-refusal.ts';
import { statusOfError } from '../../errors/status-of-error.ts';
import { type Html, html } from '../../html.ts';

/** Why an operation refused what a form sent. */
export interface FormProblem {
  readonly code: ErrorCode;
  readonly status: number;
  /** The member of the body that is wrong, such as `retry.tries`; null where no single one is. */
  readonly field: string | null;
  readonly message: string;
  readonly hint: string;
  /** Further members of the refusal. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The refusal behind an error, to be shown above its form; throws whatever is no refusal, or says that there is no such thing. */
export function formProblem(error: unknown): FormProblem {
  const refusal = asRefusal(error);
  if (refusal === undefined || refusal.code === 'NOT_FOUND') throw error;
  const { code, field, message, members, hint = errorCatalogue[code].hint } = refusal;
  return { code, status: statusOfError(code, false), field, message, hint, members };
}

/** The problem in the words of its form: the label of the field in the place of the member of the API. */
export function inWordsOf(
  labels: Readonly<Partial<Record<string, string>>>,
  problem: FormProblem,
  field = problem.field,
): FormProblem {
  const label = field === null ? undefined : labels[field];
  const member = problem.field ?? '';
  const rest = problem.message.slice(member.length);
  if (label === undefined || member === '' || !problem.message.startsWith(member) || !/^:? /.test(rest))
    return { ...problem, field };
  const hint =
    problem.hint === errorCatalogue.INVALID_REQUEST.hint
      ? 'Correct it and send the form again.'
      : problem.hint;
  return { ...problem, field, message: `${label}${rest}`, hint };
}

/** Attributes of a field: that it is the wrong one, and where that is said. `hintId`: of what describes it anyway. */
export function invalid(problem: FormProblem | undefined, field: string, hintId?: string): Html | false {
  const isWrong = problem !== undefined && problem.field === field;
  const describedBy = [isWrong && 'problem', hintId].filter((id) => typeof id === 'string').join(' ');
  return (
    describedBy !== '' && html`${isWrong && html`aria-invalid="true" `}aria-describedby="${describedBy}"`
  );
}
