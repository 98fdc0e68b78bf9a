import { DomainError } from '#domain/domain-error.ts';
import { definePage } from '../define-page.ts';

/** Every other address below /console. */
export const noPage = () =>
  definePage({
    method: 'get',
    path: '/console/*rest',
    access: 'owner',
    handle: () => {
      throw new DomainError('NOT_FOUND', 'There is no such page', {
        hint: 'It may have been deleted, or belongs to another workspace.',
      });
    },
  });
