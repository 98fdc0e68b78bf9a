import type { SenderData } from '#contracts/sender-data.ts';
import { isSecretHeader } from '#domain/delivery-headers.ts';
import { placesOf } from './text.ts';

export interface DataFault {
  /** The member of the description, such as `signature.template`. */
  readonly member: string;
  /** Goes on after the name of the member: `must contain {body}`. */
  readonly message: string;
}

/** The fault of a description although each of its members is well-formed; null where nothing is. */
export const faultOf = (data: SenderData): DataFault | null =>
  signatureFault(data) ?? shownFault(data) ?? challengeFault(data);

const templateNames: ReadonlySet<string> = new Set(['body', 'timestamp', 'id', 'url', 'method', 'path']);
const placeText = /^(?:\/.*|\?.+|[!#$%&'*+.^_`~0-9A-Za-z-]{1,128}(?:\[[\w.-]+\])?)$/;
const fault = (member: string, message: string): DataFault => ({ member, message });

/** A place of the owner's own that meets another part which the request fills. Senders exist that sign `{id}{timestamp}{body}`. */
const meetingPlace = (template: string): string | undefined =>
  [...template.matchAll(/\{([^{}]*)\}(?=\{([^{}]*)\})/g)]
    .map(([, one = '', other = '']) => [one, other])
    .filter((pair) => !pair.includes('method'))
    .flat()
    .find((name) => !templateNames.has(name));

function signatureFault({ signature }: SenderData): DataFault | null {
  if (signature == null || signature.kind === 'token' || signature.kind === 'basic') return null;
  const { template = '{body}', timestamp, id } = signature;
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (!names.includes('body'))
    return fault(
      'signature.template',
      'must contain {body}: a signature that covers no body lets anyone change it',
    );
  if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, '')))
    return fault('signature.template', 'has a brace that is not closed');
  const meeting = meetingPlace(template);
  if (meeting !== undefined)
    return fault(
      'signature.template',
      `needs a separator beside {${meeting}}: else a part of it could move into the next one under the same signature`,
    );
  const unknown = names.find((name) => !templateNames.has(name) && !placeText.test(name));
  if (unknown !== undefined) return fault('signature.template', `has a place that is none: {${unknown}}`);
  if (names.includes('timestamp') && timestamp === undefined)
    return fault('signature.timestamp', 'is needed for {timestamp} of the template');
  if (names.includes('id') && id === undefined)
    return fault('signature.id', 'is needed for {id} of the template');
  // A member of the body is signed with it.
  if (timestamp !== undefined && !timestamp.startsWith('/') && !names.includes('timestamp'))
    return fault(
      'signature.template',
      'must contain {timestamp}: a moment that is not signed proves nothing',
    );
  return null;
}

/** Event ids, names and references are shown in answers and records. */
function shownFault(data: SenderData): DataFault | null {
  const { signature } = data;
  const secretPlace = signature == null || signature.kind === 'basic' ? null : signature.header.toLowerCase();
  for (const member of ['eventId', 'eventName', 'reference', 'referenceUrl'] as const) {
    for (const place of placesOf(data[member])) {
      if (place !== 'sha256' && !placeText.test(place))
        return fault(member, `has a place that is none: ${place}`);
      if (place.toLowerCase() === secretPlace || (/^[^/?]/.test(place) && isSecretHeader(place)))
        return fault(member, 'names a place that may hold a credential, and is shown in answers and records');
    }
  }
  const texts = data.eventId == null ? [] : [data.eventId].flat();
  return texts.some((text) => text.includes('}{'))
    ? fault('eventId', 'needs a separator between two places, so that no two events share an id')
    : null;
}

function challengeFault({ challenge, signature }: SenderData): DataFault | null {
  if (challenge == null) return null;
  if (challenge.method === 'POST' && challenge.when.length === 0)
    return fault('challenge.when', 'must tell a challenge from a delivery');
  if (challenge.text !== undefined && challenge.json !== undefined)
    return fault('challenge', 'is answered with text or with json, not with both');
  const badHeader = Object.keys(challenge.headers ?? {}).find(
    (name) => !/^(?:x-|webhook-)[a-z0-9-]{1,60}$/i.test(name),
  );
  if (badHeader !== undefined)
    return fault('challenge.headers', `must be headers that begin with x- or webhook-, not ${badHeader}`);
  if (challenge.isSigned === true && signature == null)
    return fault('challenge.isSigned', 'needs a signature');
  return null;
}
