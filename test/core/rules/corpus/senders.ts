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
import { docusign, intercom, postmark, sendgrid, telegram, trello, zoom } from './senders/conversations.ts';
import { eventful } from './senders/eventful.ts';
import { secondLook } from './senders/second-look.ts';
import { thirdLook } from './senders/third-look.ts';
import { furtherCases, furtherOpenCases } from './senders/further-cases.ts';
import { frenchOrder, germanForm, lead, xmlOrder } from './senders/forms.ts';
import { alertmanager, datadog, logLine, sensor } from './senders/monitors.ts';
import { paypal, stripeSubscription } from './senders/payments.ts';
import { githubComment, githubRelease, gitlabMergeRequest, gitlabPipeline } from './senders/repositories.ts';
import { shopEvent } from './senders/shop-events.ts';
import { bank, chargebee, dependabot, freezer, helpdesk, statuspage } from './senders/services.ts';
import { shopifyOrder, wooOrder } from './senders/shops.ts';
import { stripeCharge, stripeInvoice } from './senders/stripe.ts';

const examples: readonly SenderCorpus[] = [
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
  paypal,
  stripeSubscription,
  gitlabMergeRequest,
  gitlabPipeline,
  githubComment,
  githubRelease,
  sendgrid,
  postmark,
  intercom,
  telegram,
  zoom,
  docusign,
  trello,
  alertmanager,
  datadog,
  sensor,
  logLine,
  germanForm,
  frenchOrder,
  lead,
  xmlOrder,
  shopEvent,
  ...eventful,
  ...secondLook,
  ...thirdLook,
];

export const senders: readonly SenderCorpus[] = examples.map((each) => ({
  ...each,
  cases: [...each.cases, ...(furtherCases[each.sender] ?? [])],
  open: [...(each.open ?? []), ...(furtherOpenCases[each.sender] ?? [])],
}));
