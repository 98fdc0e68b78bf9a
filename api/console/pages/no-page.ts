import { DomainError } from '#domain/domain-error.ts';
import { definePage } from '../define-page.ts';

/** Every other address below /console. */
export const noPage = () =>
  definePage({
    method: 'get',
    path: '/console/*rest',
    access: 'owner',
    handle: () => {
      throw new DomainError('NOT_FOUND', 'Page not found', {
        hint: 'It may have been deleted, or belong to another workspace.',
      });
    },
  });
