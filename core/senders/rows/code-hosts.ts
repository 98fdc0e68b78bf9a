import type { SenderRow } from '../data/sender-of.ts';

export const codeHosts: readonly SenderRow[] = [
  {
    id: 'github',
    title: 'GitHub',
    docsUrl: 'https://docs.github.com/webhooks',
    recognise: [['x-github-event', 'x-github-delivery']],
    secretName: 'Secret',
    signature: { kind: 'hmac', header: 'x-hub-signature-256', prefix: 'sha256=' },
    // A webhook of content type `application/x-www-form-urlencoded` has the JSON in the field `payload`.
    sendsForms: true,
    // A redelivery keeps it.
    eventId: 'x-github-delivery',
    eventName: ['{x-github-event}.{/action}', 'x-github-event'],
    reference: [
      '{/repository/full_name|/organization/login}#{/pull_request/number|/issue/number|/discussion/number|/release/number|/workflow_run/number|/check_run/number}',
      '{/repository/full_name|/organization/login}',
    ],
    referenceUrl:
      '{/pull_request/html_url|/issue/html_url|/discussion/html_url|/release/html_url|/workflow_run/html_url|/check_run/html_url|/repository/html_url}',
    retries: {
      answerWithinMs: 10_000,
      tries: 1,
      overMs: 0,
      note: 'A failed delivery is sent again only by hand or by its API.',
    },
    connect: {
      steps: [
        'Open Settings > Webhooks of the repository or organization and choose Add webhook.',
        'Paste {url} as Payload URL, choose application/json as Content type, and paste {secret} as Secret.',
        'Choose Let me select individual events, tick them, and choose Add webhook.',
      ],
      events: [
        'push',
        'pull_request',
        'pull_request_review',
        'issues',
        'issue_comment',
        'release',
        'workflow_run',
        'check_run',
        'deployment_status',
        'create',
        'delete',
        'star',
      ],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-event': 'issues',
        'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
        'x-hub-signature-256': 'sha256=d0ff152dbdacfc9ef88df2cd69c1dfe8f412f753c585802abd10573be5543665',
      },
      body: '{"action":"opened","issue":{"number":1347,"title":"Found a bug","html_url":"https://github.com/octocat/Hello-World/issues/1347"},"repository":{"full_name":"octocat/Hello-World","html_url":"https://github.com/octocat/Hello-World"},"sender":{"login":"octocat"}}',
      secret: "It's a Secret to Everybody",
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'bitbucket',
    title: 'Bitbucket',
    docsUrl: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
    recognise: [
      ['x-event-key', 'x-hook-uuid'],
      ['x-event-key', 'x-request-id'],
    ],
    secretName: 'Secret',
    signature: { kind: 'hmac', header: 'x-hub-signature', prefix: 'sha256=' },
    // Names the request, of which X-Attempt-Number counts the tries; Data Center has the second name.
    eventId: ['x-request-uuid', 'x-request-id'],
    eventName: 'x-event-key',
    // Bitbucket Cloud names a subject `pullrequest`, Data Center `pullRequest`.
    reference: [
      '{/repository/full_name|/repository/slug|/pullRequest/toRef/repository/slug}#{/pullrequest/id|/pullRequest/id|/issue/id}',
      '{/repository/full_name|/repository/slug|/pullRequest/toRef/repository/slug}',
    ],
    referenceUrl: [
      '/pullrequest/links/html/href',
      '/issue/links/html/href',
      '/repository/links/html/href',
      '/pullRequest/links/self/0/href',
    ],
    retries: {
      answerWithinMs: 10_000,
      tries: null,
      overMs: null,
      note: 'X-Attempt-Number counts the tries.',
    },
    connect: {
      steps: [
        'Open Repository settings > Webhooks and choose Add webhook.',
        'Paste {url} as URL, and {secret} as Secret.',
        'Choose the triggers from the full list and choose Save.',
      ],
      events: [
        'repo:push',
        'pullrequest:created',
        'pullrequest:updated',
        'pullrequest:approved',
        'pullrequest:fulfilled',
        'pullrequest:rejected',
        'issue:created',
        'issue:updated',
      ],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Bitbucket-Webhooks/2.0',
        'x-event-key': 'pullrequest:created',
        'x-hook-uuid': '4b0cf0b7-4d40-4b56-b6e3-5a6a9e1f7a3d',
        'x-request-uuid': '05fd4ab2-5a64-4a3b-8f73-7e3cbdf5c4a9',
        'x-attempt-number': '1',
        'x-hub-signature': 'sha256=baa60d1040cbbdb81065db7f5e86534a58d2a9a225c5bcbff17fdb22f48ad4b8',
      },
      body: '{"repository":{"full_name":"acme/shop","links":{"html":{"href":"https://bitbucket.org/acme/shop"}}},"actor":{"display_name":"Ana"},"pullrequest":{"id":7,"title":"Fix checkout","state":"OPEN","links":{"html":{"href":"https://bitbucket.org/acme/shop/pull-requests/7"}}}}',
      secret: "It's a Secret to Everybody",
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
