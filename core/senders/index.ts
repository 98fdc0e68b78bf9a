import { adyen } from './adyen.ts';
import { alertmanager } from './alertmanager.ts';
import { asana } from './asana.ts';
import { awsSns } from './aws-sns.ts';
import { bitbucket } from './bitbucket.ts';
import { custom, customSender } from './custom.ts';
import { calendly } from './calendly.ts';
import { contentful } from './contentful.ts';
import { discord } from './discord.ts';
import { dropbox } from './dropbox.ts';
import { generic } from './generic.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { googlePubsub } from './google-pubsub.ts';
import { grafana } from './grafana.ts';
import { hubspot } from './hubspot.ts';
import { intercom } from './intercom.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { mailgun } from './mailgun.ts';
import { meta } from './meta.ts';
import { microsoftGraph } from './microsoft-graph.ts';
import { monday } from './monday.ts';
import { notion } from './notion.ts';
import { okta } from './okta.ts';
import { pagerduty } from './pagerduty.ts';
import { paypal } from './paypal.ts';
import { postmark } from './postmark.ts';
import { salesforce } from './salesforce.ts';
import { rowSenders } from './rows/index.ts';
import { sendgrid } from './sendgrid.ts';
import { sentry } from './sentry.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { square } from './square.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';
import { tally } from './tally.ts';
import { trello } from './trello.ts';
import { twilio } from './twilio.ts';
import { typeform } from './typeform.ts';
import { woocommerce } from './woocommerce.ts';
import { zendesk } from './zendesk.ts';
import { zoom } from './zoom.ts';
import type { Sender } from './sender.ts';
import type { SenderData } from '#contracts/sender-data.ts';

const byTitle = (one: Sender, other: Sender): number =>
  one.title.toLowerCase() < other.title.toLowerCase() ? -1 : 1;

/** The systems that are known, in the order of lists, and of recognition: a sender of its own format goes before a format that many share. */
export const knownSenders: readonly Sender[] = [
  ...[
    adyen,
    alertmanager,
    asana,
    awsSns,
    bitbucket,
    calendly,
    contentful,
    discord,
    dropbox,
    github,
    gitlab,
    googlePubsub,
    grafana,
    hubspot,
    intercom,
    jira,
    linear,
    mailgun,
    meta,
    microsoftGraph,
    monday,
    notion,
    okta,
    pagerduty,
    paypal,
    postmark,
    salesforce,
    sendgrid,
    sentry,
    shopify,
    slack,
    square,
    stripe,
    tally,
    trello,
    twilio,
    typeform,
    woocommerce,
    zendesk,
    zoom,
    ...rowSenders,
  ].toSorted(byTitle),
  standardWebhooks,
];

export const senders: readonly Sender[] = [generic, custom, ...knownSenders];

const byId: ReadonlyMap<string, Sender> = new Map(senders.map((sender) => [sender.id, sender]));

export const senderOf = (id: string): Sender | undefined => byId.get(id);

/** The sender of an automation: one of the list, or the one that its owner describes. */
export const senderBy = (id: string, data: SenderData | null): Sender | undefined =>
  id === custom.id && data !== null ? customSender(data) : byId.get(id);
