import { definePage, type Page, seeOther } from '../define-page.ts';
import { activityPages } from './activity/pages.ts';
import { alertPages } from './alerts/pages.ts';
import { approvalPages } from './approvals/pages.ts';
import { auditPages } from './audit/pages.ts';
import { automationPages } from './automations/pages.ts';
import { causePages } from './causes/pages.ts';
import { casePages } from './cases/pages.ts';
import { chatPages } from './chat/pages.ts';
import { deliveryPages } from './deliveries/pages.ts';
import { eventPages } from './events/pages.ts';
import { live } from './live.ts';
import { apiPages } from './apis/pages.ts';
import { networkAccessPages } from './network-access/pages.ts';
import { operatorPages } from './operator/pages.ts';
import { rehearsalPages } from './rehearsals/pages.ts';
import { secretPages } from './secrets/pages.ts';
import { settingsPages } from './settings/pages.ts';
import { showSignIn, signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { usagePages } from './usage/pages.ts';
import { DomainError } from '#domain/domain-error.ts';

/** The console begins with what there is to see. */
const home = () =>
  definePage({
    method: 'get',
    path: '/console',
    handle: () => seeOther('/console/automations'),
  });

/** Every other address below /console. */
const noPage = () =>
  definePage({
    method: 'get',
    path: '/console/*rest',
    handle: () => {
      throw new DomainError('NOT_FOUND', 'Page not found', {
        hint: 'It may have been deleted, or belong to another workspace.',
      });
    },
  });

/** Every page of the console, and what its forms do. The first that fits an address answers. */
const list = [
  home,
  showSignIn,
  signIn,
  signOut,
  live,
  ...automationPages,
  ...rehearsalPages,
  ...casePages,
  ...deliveryPages,
  ...activityPages,
  ...causePages,
  ...approvalPages,
  ...apiPages,
  ...networkAccessPages,
  ...secretPages,
  ...chatPages,
  ...usagePages,
  ...alertPages,
  ...settingsPages,
  ...auditPages,
  ...eventPages,
  ...operatorPages,
  noPage,
] as const;

/** The deps of all pages. */
export type PageDeps = (typeof list)[number] extends (deps: infer Deps) => unknown ? Deps : never;

export const createPages = (deps: PageDeps): readonly Page[] => list.map((create) => create(deps));
