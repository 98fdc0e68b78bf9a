import { definePage, type Page, type PageAnswer, type PageRequest } from '../define-page.ts';
import { type FormProblem, formProblem } from './refused-form.ts';

type Request = PageRequest<'owner'>;

interface FormPage extends Pick<Page, 'path' | 'params'> {
  readonly act: (request: Request) => Promise<PageAnswer>;
  /** The page again, with the refusal of an operation that `act` called. */
  readonly refused: (request: Request, problem: FormProblem) => PageAnswer | Promise<PageAnswer>;
}

/** Carries out a form of owners. */
export const formPage = ({ act, refused, ...page }: FormPage): Page =>
  definePage({
    ...page,
    method: 'post',
    handle: async (request) => {
      try {
        return await act(request);
      } catch (error) {
        return await refused(request, formProblem(error));
      }
    },
  });
