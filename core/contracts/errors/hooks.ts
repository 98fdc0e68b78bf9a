import type { ErrorRow } from './row.ts';

/** Refusals of deliveries. */
export const hooksErrors = {
  DELIVERY_RATE_EXCEEDED: {
    status: 429,
    when: 'More deliveries a minute for the workspace than it may get (60, unless its operator set another number), or ten times as many requests on one URL (600 at least). Or the URL refused 600 requests of one address within the minute, those aside whose signature is right.',
    hint: 'Send the same delivery again after the seconds in Retry-After.',
  },
  CONCURRENCY_EXCEEDED: {
    status: 429,
    when: 'As many deliveries of the workspace are being processed as may be (eight, unless its operator set another number). Or 1,000 of the automation wait for a target or a model, or it holds as many as it may (`burst`), 100 behind one run of their reference (`order`) included. Or eight messages of the conversation wait.',
    hint: 'Send the same request again after the seconds in Retry-After.',
  },
  STORAGE_EXCEEDED: {
    status: 429,
    when: 'The workspace stores as many bytes as it may, or stored as many today as it may in a day (UTC), or the memory of the service runs short and the workspace uses more than its share of it. Or the budget is used up, and as many deliveries are kept to be run later as may be: 1,000, or 20,000,000 bytes.',
    hint: "Send the same request again after the seconds in Retry-After. Its owner can erase what is not needed, and run what is kept; the limits of the workspace are the operator's.",
  },
  WEBHOOK_RETIRED: {
    status: 410,
    when: 'The automation of this URL was deleted.',
    hint: 'Delete this webhook at the sender; a new automation has a new URL.',
  },
  UNKNOWN_WEBHOOK: {
    status: 404,
    when: 'No automation ever had this URL.',
    hint: 'Copy the URL of the automation again, whole.',
  },
  INTAKE_UNAVAILABLE: {
    status: 503,
    when: 'It is not certain that the delivery or message was taken: the store, a replica that it needs, or Temporal did not answer in time. Or too many large bodies arrive at this moment, and it was not taken.',
    hint: 'Send the same delivery again after the seconds in Retry-After, under the same event id: it is processed once.',
  },
  WEBHOOK_SUSPENDED: {
    status: 503,
    when: 'The operator of the service suspended the workspace. The delivery was not taken; what is sent again once the workspace is resumed is.',
    hint: 'Send the same delivery again after the seconds in Retry-After, and for as long as you keep it.',
  },
  SIGNATURE_INVALID: {
    status: 401,
    when: 'The automation checks signatures, and the delivery has none, a wrong one or one that is too old.',
    hint: 'Sign it as the sender of the automation documents, with the signing secret of the automation. Its owner sees what is wrong.',
  },
  INVALID_EVENT_ID: {
    status: 400,
    when: 'The event id is longer than 255 characters.',
    hint: 'Send a shorter X-Service-Event-Id, unique per delivery and the same on its retries.',
  },
} as const satisfies Record<string, ErrorRow>;
