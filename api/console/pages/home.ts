import { definePage, seeOther } from '../define-page.ts';

/** The console begins with what there is to see. */
export const home = () =>
  definePage({
    method: 'get',
    path: '/console',
    access: 'owner',
    handle: () => seeOther('/console/automations'),
  });
