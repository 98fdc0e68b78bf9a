import type { Page } from '../define-page.ts';
import { activityPages } from './activity/pages.ts';
import { alertPages } from './alerts/pages.ts';
import { automationPages } from './automations/pages.ts';
import { chatPages } from './chat/pages.ts';
import { deliveryPages } from './deliveries/pages.ts';
import { eventPages } from './events/pages.ts';
import { home } from './home.ts';
import { live } from './live.ts';
import { networkAccessPages } from './network-access/pages.ts';
import { noPage } from './no-page.ts';
import { operatorPages } from './operator/pages.ts';
import { secretPages } from './secrets/pages.ts';
import { settingsPages } from './settings/pages.ts';
import { showSignIn, signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { usagePages } from './usage/pages.ts';

/** Every page of the console, and what its forms do. The first that fits an address answers. */
const list = [
  home,
  showSignIn,
  signIn,
  signOut,
  live,
  ...automationPages,
  ...deliveryPages,
  ...activityPages,
  ...networkAccessPages,
  ...secretPages,
  ...chatPages,
  ...usagePages,
  ...alertPages,
  ...settingsPages,
  ...eventPages,
  ...operatorPages,
  noPage,
] as const;

/** The deps of all pages. */
export type PageDeps = (typeof list)[number] extends (deps: infer Deps) => unknown ? Deps : never;

export const createPages = (deps: PageDeps): readonly Page[] => list.map((create) => create(deps));
