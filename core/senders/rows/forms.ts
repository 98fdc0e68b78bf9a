import type { SenderRow } from '../data/sender-of.ts';

export const forms: readonly SenderRow[] = [
  {
    id: 'jotform',
    title: 'Jotform',
    docsUrl: 'https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/',
    recognise: [['/formID', '/submissionID', '/rawRequest']],
    // An edited submission has the id of the first one, and other answers.
    eventId: '{/submissionID}:{/rawRequest}',
    reference: ['/formTitle', '/formID'],
    referenceUrl: 'https://www.jotform.com/inbox/{/formID}/{/submissionID}',
    retries: { answerWithinMs: null, tries: null, overMs: null, note: 'It signs nothing.' },
    connect: {
      steps: [
        'Open Settings > Integrations of the form in Jotform and choose Webhooks.',
        'Paste {url} and choose Complete Integration.',
      ],
      events: [],
    },
    sample: {
      headers: {
        'content-type': 'multipart/form-data; boundary=------------------------d74496d66958873e',
      },
      body: '--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="formID"\r\n\r\n222333444555666\r\n--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="submissionID"\r\n\r\n5923847561234567890\r\n--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="formTitle"\r\n\r\nContact us\r\n--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="pretty"\r\n\r\nName:Ana, Message:hello\r\n--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="rawRequest"\r\n\r\n{"slug":"submit/222333444555666","q3_name":"Ana","q4_message":"hello","event_id":"1795348790_222333444555666_x7Yz"}\r\n--------------------------d74496d66958873e--\r\n',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'docusign',
    title: 'Docusign Connect',
    docsUrl: 'https://developers.docusign.com/platform/webhooks/connect/',
    recognise: [
      ['x-docusign-signature-1'],
      ['/event', '/apiVersion', '/data/envelopeId', '/configurationId'],
    ],
    secretName: 'Connect key (HMAC)',
    signature: { kind: 'hmac', header: 'x-docusign-signature-1', encoding: 'base64' },
    // A body counts retries, so that its digest names no event.
    eventId: '{/configurationId}:{/event}:{/data/envelopeId}:{/generatedDateTime}:{/data/recipientId?}',
    eventName: '/event',
    reference: ['/data/envelopeSummary/emailSubject', '/data/envelopeId'],
    referenceUrl: 'https://apps.docusign.com/send/documents/details/{/data/envelopeId}',
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: null,
      note: 'Each retry counts `retryCount` in the body up.',
    },
    connect: {
      steps: [
        'Open Settings > Connect > Connect Keys in Docusign, choose Add Secret Key and enter the key here as signing secret.',
        'Choose Add Configuration > Custom on the tab Configurations and paste {url} as URL to Publish.',
        'Choose the data format REST v2.1, tick the events and Include HMAC Signature, and save.',
      ],
      events: ['envelope-completed', 'envelope-declined', 'envelope-voided'],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'DocuSign-Connect',
        'x-authorization-digest': 'HMACSHA256',
        'x-docusign-signature-1': 'zX2qX6ZlmG8oG3Xqgdg7u68K5qTdUoF5kPVbd87zNwY=',
      },
      body: '{"event":"envelope-completed","apiVersion":"v2.1","uri":"/restapi/v2.1/accounts/8b411bfe-54f5-47fc-bbf2-55d9a71a200f/envelopes/71799c95-8417-4b16-90d5-86ff24a91d09","retryCount":0,"configurationId":10363315,"generatedDateTime":"2026-11-22T11:59:59.2990000Z","data":{"accountId":"8b411bfe-54f5-47fc-bbf2-55d9a71a200f","userId":"4214323f-c281-4a0e-80f7-37b3ea7d8665","envelopeId":"71799c95-8417-4b16-90d5-86ff24a91d09"}}',
      secret: 'docusign-connect-key-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
