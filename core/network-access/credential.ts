import type { NewPolicy, PolicyDraft, PolicyRecord } from '#contracts/policy.ts';
import { invalidField } from '#domain/domain-error.ts';
import { resolveHeaderPair } from './header-pair.ts';
import { keptOAuth, resolveOAuth } from './oauth-settings.ts';

type Input = Pick<NewPolicy, 'headerName' | 'headerValue' | 'oauth'>;

/** The policy before the change; `canKeepValue` is false if the domain changes. */
interface Stored extends Pick<PolicyRecord, 'headerName' | 'oauth'> {
  readonly canKeepValue: boolean;
}

/** The header or the OAuth settings of a policy after this input: one of them, or none. Absent members stay. */
export function credentialAfter(
  input: Input,
  stored?: Stored,
): Pick<PolicyDraft, 'headerName' | 'headerValue' | 'oauth'> {
  const kept = input.oauth === undefined ? stored?.oauth : undefined;
  if (input.oauth == null && kept === undefined)
    return resolveHeaderPair(input, stored?.oauth === undefined ? stored : undefined);
  if ((input.headerName ?? '').trim() !== '' || (input.headerValue ?? '').trim() !== '')
    throw invalidField('headerName', 'a policy has a header or OAuth 2, not both.', {
      hint: 'Leave the header empty, or send `oauth: null` with it.',
    });
  const isSameDomain = stored?.canKeepValue === true;
  const oauth =
    input.oauth == null
      ? kept && keptOAuth(kept, isSameDomain)
      : resolveOAuth(input.oauth, { oauth: stored?.oauth, isSameDomain });
  return { headerName: 'Authorization', headerValue: null, oauth };
}
