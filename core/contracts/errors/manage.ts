import type { ErrorRow } from './row.ts';

/** Refusals of the management API. */
export const manageErrors = {
  UNAUTHENTICATED: {
    status: 401,
    when: 'The request carries no valid token.',
    hint: 'Send the header Authorization: Bearer <workspace token>.',
    operatorHint:
      "This is for the operator: send Authorization: Bearer <operator's token>. It is ADMIN_TOKEN, or else in the file admin-token of the data folder. The token of a workspace does not open it.",
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    when: 'The request to /mcp comes from a page of another origin, or names another host.',
    hint: 'Call it from a program, at the public address of the service.',
  },
  INSUFFICIENT_ROLE: {
    status: 403,
    when: 'The role of the token is too low for this.',
    hint: 'Use a token with the role that the message names; an owner makes one with POST /manage/tokens.',
  },
  WORKSPACE_SUSPENDED: {
    status: 403,
    when: 'The operator suspended the workspace: it can be read, but not changed, and nothing is sent.',
    hint: 'Ask the operator of the service to resume the workspace.',
  },
  LAST_OWNER_TOKEN: {
    status: 409,
    when: 'The token is the last one with the role `owner`: without it, no token could change the workspace.',
    hint: 'Create another token with the role owner first, and delete this one with it.',
  },
  INVALID_CONDITION: {
    status: 400,
    when: 'The condition of an automation does not compile; `line`, `column` and `expected` say where and why.',
    hint: 'Correct the expression at the place that the message names, and send the request again.',
  },
  INVALID_PLAN: {
    status: 400,
    when: 'The plan of an automation does not compile; `path`, `line`, `column` and `expected` say where and why.',
    hint: 'Correct the text at the place that the message names, and send the request again.',
  },
  PLAN_CHANGED: {
    status: 409,
    when: 'The plan that is confirmed is not the plan of the automation any more.',
    hint: 'Read the automation, look at its plan, and confirm with its `planDigest`.',
  },
  APPROVAL_DECIDED: {
    status: 409,
    when: 'The approval was decided before, or what it was for is over.',
    hint: 'Read the approval: it says who decided what. The first decision counts.',
  },
  APPROVAL_EXPIRED: {
    status: 410,
    when: 'The time of the approval is over; its request was refused.',
    hint: 'Replay the delivery, and decide in time; `approvalHours` of the policy says how long that is.',
  },
  CSRF_INVALID: {
    status: 403,
    when: 'A form of the console does not carry the field `csrf` of its session.',
    hint: 'Open the page again and send the form from there.',
  },
  MASTER_KEY_MISSING: {
    status: 503,
    when: 'This process has not got the master key that encrypted what is asked for, as when keys are changed in the wrong order.',
    hint: 'Try again later. The operator has to name that key in MASTER_KEYS of every process, and restart them.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'Redis, which holds every record, does not answer, or takes no writes, or too many large bodies arrive at this moment; the message says which.',
    hint: 'Send the same request again after the seconds in Retry-After. A change may have been made nevertheless: look before you repeat one.',
  },
  ARCHIVE_UNAVAILABLE: {
    status: 503,
    when: 'The delivery ended long ago and is archived, and the store of archived deliveries does not answer. It is still listed.',
    hint: 'Send the same request again after the seconds in Retry-After.',
  },
  INVALID_DOMAIN: {
    status: 400,
    when: 'domain is not a host name, or a wildcard too wide.',
    hint: 'Enter a host such as api.example.com, or *.example.com for its subdomains.',
  },
  HEADER_PAIR_REQUIRED: {
    status: 400,
    when: 'Only one of header name and header value is set.',
    hint: 'Fill in both, or leave both empty.',
  },
  HANDSHAKE_CHANGED: {
    status: 409,
    when: 'Another handshake waits than the one that was looked at, or none does any more.',
    hint: 'Look at GET …/handshake again, and accept what it shows now if that is of your sender.',
  },
  REVISION_CHANGED: {
    status: 409,
    when: 'The automation was changed since the revision that the request names; nothing was changed.',
    hint: 'Read the automation, and send the change again with the revision that it has now.',
  },
  CASES_BROKEN: {
    status: 409,
    when: 'The change breaks cases of the automation that must hold; nothing was changed.',
    hint: 'Look at `cases` of the answer; to save it all the same, send the change again with `force: true`.',
  },
  REHEARSALS_RUNNING: {
    status: 409,
    when: 'Three rehearsals of the workspace are being played.',
    hint: 'Wait until one is over, or cancel it.',
  },
  CASES_FULL: {
    status: 409,
    when: 'The automation has 200 cases already.',
    hint: 'Delete one.',
  },
  POLICY_EXISTS: { status: 409, when: 'The policy exists already.', hint: 'Change the one that exists.' },
  INVALID_DOCUMENT: {
    status: 400,
    when: 'The document of an API cannot be read, leaves itself by a reference, or takes too much time or memory.',
    hint: 'Give one document of OpenAPI 3.0 or 3.1 in JSON or YAML, of at most 20 MB.',
  },
  API_EXISTS: {
    status: 409,
    when: 'The agent has an API of this name already.',
    hint: 'Give its new document to the one that exists, or choose another name.',
  },
  API_CHANGED: {
    status: 409,
    when: 'The API was changed meanwhile, or another document waits than the one that was looked at.',
    hint: 'Read the API again, and send what fits what it is now.',
  },
  SECRET_EXISTS: {
    status: 409,
    when: 'There is a secret of this name already.',
    hint: 'Change the one that exists, or choose another name.',
  },
  OUTBOUND_NOT_ALLOWED: {
    status: 403,
    when: 'The request goes to a host or address that the agent may not reach.',
    hint: 'Add the domain to Network Access of this agent.',
  },
  REPLY_PENDING: {
    status: 504,
    when: 'The message is stored, but its reply is not ready in time; the work continues.',
    hint: 'Read the conversation later, or send the request again with the same Idempotency-Key.',
  },
  ALERT_RULES_FULL: {
    status: 409,
    when: 'The workspace has 20 alert rules already.',
    hint: 'Delete one, or let one rule watch every automation: leave automationId out.',
  },
  INVALID_ALERT_URL: {
    status: 400,
    when: 'The URL of an alert rule is no https URL at a public address.',
    hint: 'Enter a URL such as https://example.com/alerts.',
  },
  EMAIL_NOT_CONFIGURED: {
    status: 409,
    when: 'This service sends no e-mail: its operator has not set SMTP_URL.',
    hint: 'Choose the channel webhook, or ask the operator of the service to set SMTP_URL.',
  },
  ALERT_NOT_SIGNED: {
    status: 409,
    when: 'The alert rule sends e-mails, which are not signed: it has no secret.',
    hint: 'Change its channel to webhook; then it gets a secret.',
  },
  ALERT_TESTS_EXCEEDED: {
    status: 429,
    when: 'The workspace sent 10 test alerts and test events within the hour.',
    hint: 'Try again after the seconds in Retry-After.',
  },
  EVENT_TARGETS_FULL: {
    status: 409,
    when: 'The workspace has 10 targets of events already.',
    hint: 'Delete one: a target may receive every kind of event.',
  },
  INVALID_EVENT_URL: {
    status: 400,
    when: 'The URL of a target of events is no https URL at a public address.',
    hint: 'Enter a URL such as https://example.com/events.',
  },
  OUTBOUND_FAILED: {
    status: 502,
    when: 'The request was allowed, but could not be delivered.',
    hint: 'Check that the target is up and answers within the limits.',
  },
} as const satisfies Record<string, ErrorRow>;
