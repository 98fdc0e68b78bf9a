import { errorCatalogue } from '#contracts/errors.ts';
import { rateLimitDraft } from '../quota/rate-limit-headers.ts';

const rows = Object.entries(errorCatalogue).map(
  ([code, row]) =>
    `| \`${code}\` | ${'publicStatus' in row ? `${row.status}; ${row.publicStatus} on /api` : row.status} | ${row.when} | ${row.hint} |`,
);

/** The rules of every operation, as Markdown. */
export function introduction(supported: readonly string[]): string {
  return `Webhooks that wake an agent, and a public API of text, image and PDF tools.

## Versions

Send \`API-Version\` with one of ${supported.map((version) => `\`${version}\``).join(', ')}, or leave it out for the current one. Every answer of \`/api\`, \`/hooks\` and \`/manage\` carries \`API-Version\`. A deprecated version answers with \`Deprecation\` (RFC 9745), one that will be removed also with \`Sunset\` (RFC 8594), at least 90 days before.

## Quota

The public API needs no credential and has a quota per client and hour; a client is an IPv4 address or an IPv6 /64. Every request counts, refused ones too. The fields \`RateLimit-Policy\` and \`RateLimit\` follow draft ${rateLimitDraft} of the IETF's RateLimit header fields; \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say the same as plain integers, the last in seconds from now. Over the quota: 429 with \`Retry-After\`. JSON that finds no memory where too many large bodies arrive at once is not read: 500 \`INTERNAL_ERROR\` with \`Retry-After\`; send it again then.

## Roles

A token of a workspace has a role, and each role may do what the ones before it may. \`viewer\`: every GET but those of tokens and the export. \`editor\`: also automations, agents, chat, requests and replays. \`owner\`: also tokens, Network Access, the settings of the workspace, export and erasure. An operation beyond the role of a token is 403 \`INSUFFICIENT_ROLE\`. The token that is made with a workspace has the role \`owner\`. In a workspace that the operator suspended, everything can be read; all else is 403 \`WORKSPACE_SUSPENDED\`.

## Errors

Every error is JSON with \`message\` (what is wrong), \`hint\` (what to do), \`code\` (for programs) and \`error\` (the same as \`message\`, for older callers). More members may be added. On the endpoints of the public API every mistake of the caller is 400.

A member of a body that is unknown is ignored, so that clients may send more than is needed. On \`/manage\` one that looks like a slip for a known member (\`filters\` for \`filter\`) is 400 \`INVALID_REQUEST\`, and so is such a parameter of a list: nothing is lost by a typo. A tool takes no \`params\` but its own.

| code | status | when | what to do |
|---|---|---|---|
${rows.join('\n')}`;
}
