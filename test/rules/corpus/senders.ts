import type { SenderCorpus } from './corpus.ts';
import { jira, linear, zendesk } from './senders/desks.ts';
import { githubIssues, githubPullRequest, githubPush, githubWorkflow } from './senders/github.ts';
import {
  calendly,
  contactForm,
  hubspot,
  mailchimp,
  ownOrder,
  pagerduty,
  plainText,
  sentry,
  slack,
  twilio,
  typeform,
} from './senders/others.ts';
import { bank, chargebee, dependabot, freezer, helpdesk, statuspage } from './senders/services.ts';
import { shopifyOrder, wooOrder } from './senders/shops.ts';
import { stripeCharge, stripeInvoice } from './senders/stripe.ts';

export const senders: readonly SenderCorpus[] = [
  stripeCharge,
  stripeInvoice,
  githubIssues,
  githubPullRequest,
  githubPush,
  githubWorkflow,
  shopifyOrder,
  wooOrder,
  zendesk,
  jira,
  linear,
  typeform,
  calendly,
  slack,
  twilio,
  pagerduty,
  sentry,
  hubspot,
  mailchimp,
  contactForm,
  plainText,
  ownOrder,
  statuspage,
  dependabot,
  chargebee,
  freezer,
  bank,
  helpdesk,
];
