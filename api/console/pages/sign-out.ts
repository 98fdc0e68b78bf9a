import type { Sessions } from '#store/token/sessions.ts';
import { definePage, seeOther } from '../define-page.ts';

export const signOut = ({ sessions }: { readonly sessions: Pick<Sessions, 'close'> }) =>
  definePage({
    method: 'post',
    path: '/console/sign-out',
    access: 'anyone',
    handle: async ({ session }) => {
      if (session !== undefined) await sessions.close(session);
      return seeOther('/console/sign-in', null);
    },
  });
