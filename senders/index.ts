import { asana } from './asana.ts';
import { bitbucket } from './bitbucket.ts';
import { generic } from './generic.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { notion } from './notion.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';
import { trello } from './trello.ts';
import { woocommerce } from './woocommerce.ts';
import type { Sender } from './sender.ts';

/** In the order of lists, and of recognition: a sender of its own format goes before a format that many share. */
export const senders: readonly Sender[] = [
  generic,
  asana,
  bitbucket,
  github,
  gitlab,
  jira,
  linear,
  notion,
  shopify,
  slack,
  stripe,
  trello,
  woocommerce,
  standardWebhooks,
];
