import { generic } from './generic.ts';
import { github } from './github.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';

/** In the order of lists, and of recognition: a sender of its own format goes before a format that many share. */
export const senders = [generic, github, shopify, slack, stripe, standardWebhooks] as const;
