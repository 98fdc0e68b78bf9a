import type { OfficialCode } from './official-code.ts';

/** A module of others, called as its pages say. */
const codeOf = <Module>(module: unknown): Module => module as Module;

/** Packages of npm for the senders that data describes, and for Adyen and Contentful. */
export const officialRows: readonly OfficialCode[] = [
  {
    sender: 'line',
    package: '@line/bot-sdk',
    version: '11.0.0',
    accepts: async ({ body, secret, headers }, load) => {
      type Line = { validateSignature: (body: string, secret?: string, signature?: string) => boolean };
      return codeOf<Line>(await load('@line/bot-sdk')).validateSignature(
        body,
        secret,
        headers['x-line-signature'],
      );
    },
  },
  {
    sender: 'paddle',
    package: '@paddle/paddle-node-sdk',
    version: '3.10.0',
    accepts: async ({ body, secret, headers }, load) => {
      type Client = {
        webhooks: { isSignatureValid: (...texts: (string | undefined)[]) => Promise<boolean> };
      };
      type Paddle = { Paddle: new (key: string) => Client };
      const { Paddle } = codeOf<Paddle>(await load('@paddle/paddle-node-sdk'));
      return new Paddle('unused').webhooks.isSignatureValid(body, secret, headers['paddle-signature']);
    },
  },
  {
    sender: 'razorpay',
    package: 'razorpay',
    version: '2.9.8',
    accepts: async ({ body, secret, headers }, load) => {
      type Razorpay = {
        default: { validateWebhookSignature: (...texts: (string | undefined)[]) => boolean };
      };
      const { default: razorpay } = codeOf<Razorpay>(await load('razorpay'));
      return razorpay.validateWebhookSignature(body, headers['x-razorpay-signature'], secret);
    },
  },
  {
    sender: 'webflow',
    package: 'webflow-api',
    version: '3.3.4',
    accepts: async ({ body, secret, headers }, load) => {
      type Client = { webhooks: { verifySignature: (request: object) => Promise<boolean> } };
      type Webflow = { WebflowClient: new (options: object) => Client };
      const { WebflowClient } = codeOf<Webflow>(await load('webflow-api'));
      const { webhooks } = new WebflowClient({ accessToken: 'unused' });
      return webhooks.verifySignature({ headers, body, secret });
    },
  },
  {
    sender: 'workos',
    package: '@workos-inc/node',
    version: '8.13.0',
    accepts: async ({ body, secret, headers }, load) => {
      type Client = { webhooks: { verifyHeader: (request: object) => Promise<boolean> } };
      type WorkOs = { WorkOS: new (key: string) => Client };
      const { WorkOS } = codeOf<WorkOs>(await load('@workos-inc/node'));
      const sigHeader = headers['workos-signature'];
      return new WorkOS('unused').webhooks.verifyHeader({
        payload: JSON.parse(body) as object,
        sigHeader,
        secret,
      });
    },
  },
  {
    sender: 'adyen',
    package: '@adyen/api-library',
    version: '32.1.0',
    accepts: async ({ body, secret }, load) => {
      type Validator = { validateHMAC: (item: object, key?: string) => boolean };
      type Adyen = { hmacValidator: new () => Validator };
      const { hmacValidator } = codeOf<Adyen>(await load('@adyen/api-library'));
      type Items = { notificationItems: readonly [{ NotificationRequestItem: object }] };
      const [item] = (JSON.parse(body) as Items).notificationItems;
      return new hmacValidator().validateHMAC(item.NotificationRequestItem, secret);
    },
  },
  {
    sender: 'contentful',
    package: '@contentful/node-apps-toolkit',
    version: '3.16.1',
    accepts: async ({ body, secret, headers }, load) => {
      type Contentful = { verifyRequest: (secret: string | undefined, request: object) => boolean };
      const { verifyRequest } = codeOf<Contentful>(await load('@contentful/node-apps-toolkit'));
      return verifyRequest(secret, { method: 'POST', path: '/hooks/token', headers, body });
    },
  },
  {
    sender: 'telegram',
    package: 'grammy',
    version: '1.46.0',
    by: 'community',
    accepts: async ({ body, secret, headers }, load) => {
      type Answer = (request: Request) => Promise<Response>;
      type Grammy = {
        Bot: new (token: string, options: object) => object;
        webhookCallback: (bot: object, adapter: string, options: object) => Answer;
      };
      const { Bot, webhookCallback } = codeOf<Grammy>(await load('grammy'));
      const botInfo = { id: 1, is_bot: true, first_name: 'Bot', username: 'bot' };
      const answer = webhookCallback(new Bot('1:unused', { botInfo }), 'std/http', { secretToken: secret });
      const request = new Request('https://hooks.example.com/hooks/token', { method: 'POST', headers, body });
      return (await answer(request)).status === 200;
    },
  },
];
