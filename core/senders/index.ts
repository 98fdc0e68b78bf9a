import { adyen } from './adyen.ts';
import { alertmanager } from './alertmanager.ts';
import { asana } from './asana.ts';
import { awsSns } from './aws-sns.ts';
import { cloudevents } from './cloudevents.ts';
import { custom, customSender } from './custom.ts';
import { contentful } from './contentful.ts';
import { discord } from './discord.ts';
import { dropbox } from './dropbox.ts';
import { generic } from './generic.ts';
import { gitlab } from './gitlab.ts';
import { googlePubsub } from './google-pubsub.ts';
import { grafana } from './grafana.ts';
import { hubspot } from './hubspot.ts';
import { intercom } from './intercom.ts';
import { jira } from './jira.ts';
import { mailgun } from './mailgun.ts';
import { meta } from './meta.ts';
import { microsoftGraph } from './microsoft-graph.ts';
import { monday } from './monday.ts';
import { notion } from './notion.ts';
import { paypal } from './paypal.ts';
import { postmark } from './postmark.ts';
import { salesforce } from './salesforce.ts';
import { rowSenders } from './rows/index.ts';
import { sendgrid } from './sendgrid.ts';
import { sentry } from './sentry.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';
import { twilio } from './twilio.ts';
import { woocommerce } from './woocommerce.ts';
import { zendesk } from './zendesk.ts';
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
    contentful,
    discord,
    dropbox,
    gitlab,
    googlePubsub,
    grafana,
    hubspot,
    intercom,
    jira,
    mailgun,
    meta,
    microsoftGraph,
    monday,
    notion,
    paypal,
    postmark,
    salesforce,
    sendgrid,
    sentry,
    shopify,
    slack,
    stripe,
    twilio,
    woocommerce,
    zendesk,
    ...rowSenders,
  ].toSorted(byTitle),
  standardWebhooks,
  cloudevents,
];

export const senders: readonly Sender[] = [generic, custom, ...knownSenders];

const byId: ReadonlyMap<string, Sender> = new Map(senders.map((sender) => [sender.id, sender]));

export const senderOf = (id: string): Sender | undefined => byId.get(id);

/** The sender of an automation: one of the list, or the one that its owner describes. */
export const senderBy = (id: string, data: SenderData | null): Sender | undefined =>
  id === custom.id && data !== null ? customSender(data) : byId.get(id);
