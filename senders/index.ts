import { alertmanager } from './alertmanager.ts';
import { asana } from './asana.ts';
import { bitbucket } from './bitbucket.ts';
import { calendly } from './calendly.ts';
import { dropbox } from './dropbox.ts';
import { generic } from './generic.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import { hubspot } from './hubspot.ts';
import { intercom } from './intercom.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { meta } from './meta.ts';
import { notion } from './notion.ts';
import { okta } from './okta.ts';
import { pagerduty } from './pagerduty.ts';
import { sentry } from './sentry.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { square } from './square.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';
import { tally } from './tally.ts';
import { trello } from './trello.ts';
import { typeform } from './typeform.ts';
import { woocommerce } from './woocommerce.ts';
import { zendesk } from './zendesk.ts';
import { zoom } from './zoom.ts';
import type { Sender } from './sender.ts';

/** In the order of lists, and of recognition: a sender of its own format goes before a format that many share. */
export const senders: readonly Sender[] = [
  generic,
  alertmanager,
  asana,
  bitbucket,
  calendly,
  dropbox,
  github,
  gitlab,
  grafana,
  hubspot,
  intercom,
  jira,
  linear,
  meta,
  notion,
  okta,
  pagerduty,
  sentry,
  shopify,
  slack,
  square,
  stripe,
  tally,
  trello,
  typeform,
  woocommerce,
  zendesk,
  zoom,
  standardWebhooks,
];
