import https from 'node:https';
import { Readable } from 'node:stream';

import type { SenderSample } from '#senders/sender.ts';
import { publishedKeys } from './published-keys.ts';
import type { Recorded } from './recorded.ts';

/** Loads a module of the folder that the packages were installed in. */
type Load = (name: string) => Promise<Record<string, never>>;

export interface OfficialCode {
  readonly sender: string;
  readonly package: string;
  readonly version: string;
  /** Default: the sender itself. */
  readonly by?: Recorded['by'];
  /** Whether it takes a sample as genuine. */
  readonly accepts: (sample: SenderSample, load: Load, folder: string) => Promise<boolean>;
}

const address = 'https://hooks.example.com/hooks/token';
const header = (sample: SenderSample, name: string) => sample.headers[name] ?? '';
const secretOf = ({ secret = '' }: SenderSample) => secret;

/** Modules of others are called as their pages say; what they answer is compared with `true`. */
const call = (target: unknown, ...names: readonly string[]): ((...args: readonly unknown[]) => unknown) => {
  const owner = names.slice(0, -1).reduce((value, name) => (value as never)[name], target as never);
  const member = (owner as unknown as Record<string, unknown>)[names.at(-1) ?? ''];
  return (member as (...args: readonly unknown[]) => unknown).bind(owner);
};

/** Takes the place of the fetch of a certificate. */
function serveKeys(): void {
  Object.assign(https, {
    get: (url: string, answer: (response: unknown) => void) => {
      answer(Object.assign(Readable.from([publishedKeys.get(url) ?? '']), { statusCode: 200 }));
      return { on: () => undefined };
    },
  });
}

/** The place of each sender's code in a package of triggers. */
const automationNodes: Readonly<Record<string, string>> = {
  asana: 'Asana/Asana',
  calendly: 'Calendly/Calendly',
  'cal-com': 'Cal/Cal',
  trello: 'Trello/Trello',
  typeform: 'Typeform/Typeform',
  zendesk: 'Zendesk/Zendesk',
};

/** The body where it is JSON. */
function bodyOf({ body }: SenderSample): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** The parts that such code reads of its trigger. */
const nodeOf = (sample: SenderSample) => ({
  getRequestObject: () => ({
    rawBody: Buffer.from(sample.body),
    body: bodyOf(sample),
    header: (name: string) => sample.headers[name],
  }),
  getHeaderData: () => sample.headers,
  getWorkflowStaticData: () => ({ webhookSecret: secretOf(sample), hookSecret: secretOf(sample) }),
  getNodeParameter: () => 'apiKey',
  getCredentials: () => Promise.resolve({ oauthSecret: secretOf(sample) }),
  getNodeWebhookUrl: () => address,
});

/** Packages of npm. */
export const officialCode: readonly OfficialCode[] = [
  {
    sender: 'twilio',
    package: 'twilio',
    version: '6.2.0',
    accepts: async (sample, load) =>
      call(await load('twilio'), 'default', 'validateRequest')(
        secretOf(sample),
        header(sample, 'x-twilio-signature'),
        address,
        Object.fromEntries(new URLSearchParams(sample.body)),
      ) === true,
  },
  {
    sender: 'square',
    package: 'square',
    version: '46.0.0',
    accepts: async (sample, load) =>
      (await call(
        await load('square'),
        'WebhooksHelper',
        'verifySignature',
      )({
        requestBody: sample.body,
        signatureHeader: header(sample, 'x-square-hmacsha256-signature'),
        signatureKey: secretOf(sample),
        notificationUrl: address,
      })) === true,
  },
  {
    sender: 'hubspot',
    package: '@hubspot/api-client',
    version: '13.5.0',
    accepts: async (sample, load) =>
      call(
        await load('@hubspot/api-client'),
        'Signature',
        'isValid',
      )({
        signature: header(sample, 'x-hubspot-signature-v3'),
        clientSecret: secretOf(sample),
        requestBody: sample.body,
        signatureVersion: 'v3',
        url: address,
        method: 'POST',
        timestamp: Number(header(sample, 'x-hubspot-request-timestamp')),
      }) === true,
  },
  {
    sender: 'linear',
    package: '@linear/sdk',
    version: '98.0.0',
    accepts: async (sample, load) => {
      const { LinearWebhookClient } = (await load('@linear/sdk/webhooks')) as unknown as {
        readonly LinearWebhookClient: new (secret: string) => object;
      };
      const client = new LinearWebhookClient(secretOf(sample));
      return call(client, 'verify')(Buffer.from(sample.body), header(sample, 'linear-signature')) === true;
    },
  },
  {
    sender: 'notion',
    package: '@notionhq/client',
    version: '5.26.0',
    accepts: async (sample, load) =>
      (await call(
        await load('@notionhq/client'),
        'verifyWebhookSignature',
      )({
        body: sample.body,
        signature: header(sample, 'x-notion-signature'),
        verificationToken: secretOf(sample),
      })) === true,
  },
  {
    sender: 'slack',
    package: '@slack/bolt',
    version: '5.1.0',
    accepts: async (sample, load) =>
      call(
        await load('@slack/bolt/dist/receivers/verify-request.js'),
        'isValidSlackRequest',
      )({
        signingSecret: secretOf(sample),
        body: sample.body,
        headers: {
          'x-slack-signature': header(sample, 'x-slack-signature'),
          'x-slack-request-timestamp': Number(header(sample, 'x-slack-request-timestamp')),
        },
      }) === true,
  },
  {
    sender: 'discord',
    package: 'discord-interactions',
    version: '4.4.0',
    accepts: async (sample, load) =>
      (await call(await load('discord-interactions'), 'verifyKey')(
        sample.body,
        header(sample, 'x-signature-ed25519'),
        header(sample, 'x-signature-timestamp'),
        secretOf(sample),
      )) === true,
  },
  {
    sender: 'sendgrid',
    package: '@sendgrid/eventwebhook',
    version: '8.0.0',
    accepts: async (sample, load) => {
      const { EventWebhook } = (await load('@sendgrid/eventwebhook')) as unknown as {
        readonly EventWebhook: new () => object;
      };
      const webhook = new EventWebhook();
      const key = call(webhook, 'convertPublicKeyToECDSA')(secretOf(sample));
      const name = 'x-twilio-email-event-webhook';
      const [signature, time] = [header(sample, `${name}-signature`), header(sample, `${name}-timestamp`)];
      return call(webhook, 'verifySignature')(key, sample.body, signature, time) === true;
    },
  },
  {
    sender: 'zoom',
    package: '@zoom/rivet',
    version: '0.4.0',
    accepts: async (sample, load) => {
      const { AwsLambdaReceiver } = (await load('@zoom/rivet/chatbot')) as unknown as {
        readonly AwsLambdaReceiver: new (options: object) => object;
      };
      const receiver = new AwsLambdaReceiver({ webhooksSecretToken: secretOf(sample) });
      const handle = call(receiver, 'start')() as (event: object) => Promise<{ statusCode: number }>;
      const event = { body: sample.body, headers: sample.headers, isBase64Encoded: false };
      return (await handle(event)).statusCode === 200;
    },
  },
  {
    sender: 'aws-sns',
    package: 'sns-validator',
    version: '0.3.5',
    accepts: async (sample, load) => {
      serveKeys();
      const Validator = (await load('sns-validator')).default as unknown as new () => object;
      const validate = call(new Validator(), 'validate');
      return new Promise((resolve) => {
        validate(sample.body, (error: unknown) => resolve(error === null));
      });
    },
  },
  {
    sender: 'google-pubsub',
    package: 'google-auth-library',
    version: '10.9.1',
    accepts: async (sample, load) => {
      const { OAuth2Client } = (await load('google-auth-library')) as unknown as {
        readonly OAuth2Client: new () => object;
      };
      const certificates: unknown = JSON.parse(
        publishedKeys.get('https://www.googleapis.com/oauth2/v1/certs') ?? '',
      );
      const jwt = header(sample, 'authorization').replace('Bearer ', '');
      const check = call(new OAuth2Client(), 'verifySignedJwtWithCertsAsync');
      const ticket = await check(jwt, certificates, address, ['https://accounts.google.com']);
      const { email } = call(ticket, 'getPayload')() as { readonly email: string };
      return email === secretOf(sample);
    },
  },
  {
    sender: 'meta',
    package: 'whatsapp-api-js',
    version: '6.3.0',
    by: 'community',
    accepts: async (sample, load) => {
      const { WhatsAppAPI } = (await load('whatsapp-api-js')) as unknown as {
        readonly WhatsAppAPI: new (options: object) => object;
      };
      const { webcrypto } = await import('node:crypto');
      const options = {
        token: 'unused',
        appSecret: secretOf(sample),
        ponyfill: { subtle: webcrypto.subtle },
      };
      const check = call(new WhatsAppAPI(options), 'verifyRequestSignature');
      return (await check(sample.body, header(sample, 'x-hub-signature-256'))) === true;
    },
  },
  ...Object.entries(automationNodes).map(([sender, path]): OfficialCode => ({
    sender,
    package: 'n8n-nodes-base',
    version: '2.41.2',
    by: 'community',
    accepts: async (sample, load) => {
      const verify = call(
        await load(`n8n-nodes-base/dist/nodes/${path}TriggerHelpers.js`),
        'verifySignature',
        'call',
      );
      return (await verify(nodeOf(sample))) === true;
    },
  })),
  ...(['woocommerce', 'sentry', 'gitlab', 'shopify', 'lemon-squeezy'] as const).map(
    (sender): OfficialCode => ({
      sender,
      package: '@hookflo/tern',
      version: '4.1.0',
      by: 'community',
      accepts: async (sample, load) => {
        const verify = call(
          await load('@hookflo/tern'),
          'WebhookVerificationService',
          'verifyWithPlatformConfig',
        );
        const { headers, body } = sample;
        const request = new Request(address, { method: 'POST', headers, body });
        const result = (await verify(request, sender.replace('-', ''), secretOf(sample))) as {
          readonly isValid: boolean;
        };
        return result.isValid;
      },
    }),
  ),
  {
    sender: 'intercom',
    package: '@activepieces/piece-intercom',
    version: '0.7.5',
    by: 'community',
    accepts: async (sample, load) => {
      const verify = call(await load('@activepieces/piece-intercom'), 'intercom', 'events', 'verify');
      const { headers, body } = sample;
      const payload = { headers, rawBody: body, body: JSON.parse(body) as unknown };
      return (await verify({ payload, webhookSecret: secretOf(sample) })) === true;
    },
  },
  {
    sender: 'microsoft-graph',
    package: 'n8n-nodes-base',
    version: '2.41.2',
    by: 'community',
    accepts: async (sample, load) => {
      const module = 'n8n-nodes-base/dist/nodes/Microsoft/Teams/v2/helpers/utils-trigger.js';
      const verify = call(await load(module), 'verifyWebhook', 'call');
      return (await verify(nodeOf(sample))) === true;
    },
  },
];
