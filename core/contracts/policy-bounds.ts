import { z } from 'zod';

const method = z.enum(['GET', 'POST', 'PATCH', 'DELETE']);

const isPlainPath = (path: string): boolean =>
  /^\/[^?#%;\\\s]*$/.test(path) &&
  !path.includes('//') &&
  path.split('/').every((segment) => segment !== '.' && segment !== '..');

/** A `*` is a whole segment, and `**` the last one. */
const hasWholeStars = (pattern: string): boolean =>
  pattern
    .split('/')
    .every(
      (part, index, all) =>
        !part.includes('*') || part === '*' || (part === '**' && index === all.length - 1),
    );

const pathPattern = z
  .string()
  .max(500)
  .refine(isPlainPath, 'must be a path that begins with /, decoded, without a query, `;`, `//` or `..`')
  .refine(hasWholeStars, 'may have * as a whole segment, and /** at its end')
  .describe('The decoded path: `*` stands for one whole segment, `/**` at the end for any rest.');

/** More digits are lost where policies are stored. */
const number = z
  .number()
  .refine((value) => Number(value.toPrecision(14)) === value, 'must have at most 14 digits');

/** A bound of a member of a JSON body. */
const MemberBound = z
  .object({
    method: method.optional().describe('Absent: of POST and PATCH, and of whatever else has a body.'),
    path: pathPattern.optional().describe('Absent: of every path.'),
    member: z
      .string()
      .max(200)
      .regex(/^(\[\]|[^.[\]\s"]+)(\[\]|\.[^.[\]\s"]+)*$/, 'must be a path such as amount or items[].price')
      .describe(
        'The path of the member, such as `amount` or `items[].price`, which is every item of the list.',
      ),
    min: number.optional().describe('The least that it may be.'),
    max: number.optional().describe('The most that it may be.'),
    oneOf: z
      .array(z.union([z.string().max(200), number, z.boolean()]))
      .min(1)
      .max(50)
      .optional()
      .describe('The values that it may be.'),
  })
  .refine(
    ({ min, max, oneOf }) =>
      (min ?? max ?? oneOf) !== undefined && (oneOf === undefined || (min ?? max) === undefined),
    'must have min, max or both, or else oneOf',
  )
  .refine(({ min = -Infinity, max = Infinity }) => min <= max, 'must have a min that is not above its max');
export type MemberBound = Readonly<z.infer<typeof MemberBound>>;

const methods = z.array(method).min(1).max(4);
const paths = z.array(pathPattern).min(1).max(100);
const membersText =
  'Bounds of members of a JSON body. A member must be there, as a number between `min` and `max` or as one of `oneOf`. A request of which that is not certain is refused.';
/** A server may read `/v1/` as `/v1`, and a path is allowed in each reading or not at all. */
const newPaths = paths.refine(
  (list) => list.every((path) => !/.\/$/.test(path) || list.includes(path.slice(0, -1))),
  'must have a path that ends with / also without it: alone it would allow nothing',
);
const members = z.array(MemberBound).max(50).describe(membersText);

/** The narrowing of a policy as it is stored; nothing is stored that is empty. */
export const StoredBounds = z.object({
  methods: methods.exactOptional(),
  paths: paths.exactOptional(),
  members: members.exactOptional(),
});
export type StoredBounds = Readonly<z.infer<typeof StoredBounds>>;

/** Methods and paths alone. */
export const Narrowing = z.object({
  methods: methods.nullable().describe('The methods that it allows. Null: all of them.'),
  paths: newPaths
    .nullable()
    .describe(
      'The paths that it allows. Null: all of them. The policy with the most specific path decides where several cover a request.',
    ),
});
export type Narrowing = Readonly<z.infer<typeof Narrowing>>;

const pathPrefix = z
  .string()
  .max(500)
  .refine(isPlainPath, 'must be a path that begins with /, decoded, without a query, `;`, `//` or `..`')
  .refine((path) => !path.includes('*'), 'must not have a *')
  .transform((path) => path.replace(/(?<=.)\/$/, ''))
  .describe('Covers this path and what is below it: `/v1` covers `/v1/orders`, not `/v10`.');

const NewCredential = z.object({
  pathPrefix,
  headerName: z.string().describe('The header that is attached there.'),
  headerValue: z
    .string()
    .nullish()
    .describe('Absent: the stored one stays, for the same prefix, header name and domain.'),
});

/** The header of a path as it is stored: bound to workspace, agent, policy, domain, header name and prefix. */
export const StoredCredential = z.object({
  pathPrefix: z.string(),
  headerName: z.string(),
  sealedHeaderValue: z.string(),
});
export type StoredCredential = Readonly<z.infer<typeof StoredCredential>>;

/** The header of a path to be stored; an `undefined` value keeps the stored one. */
export interface CredentialDraft {
  readonly pathPrefix: string;
  readonly headerName: string;
  readonly headerValue: string | undefined;
}

const credentials =
  'Other headers by path: the one with the longest prefix takes the place of the header of the policy.';

/** Members of a policy as the owner enters them; absent ones stay unchanged, null and empty ones are removed. */
export const newBounds = {
  methods: Narrowing.shape.methods.optional(),
  paths: Narrowing.shape.paths.optional(),
  members: members.nullish().describe(membersText),
  credentials: z.array(NewCredential).max(20).nullish().describe(credentials),
};

/** The same as the owner sees them. */
export const shownBounds = {
  ...Narrowing.shape,
  members,
  credentials: z
    .array(
      z.object({
        pathPrefix: z.string().describe('The beginning of the paths that it is for.'),
        headerName: NewCredential.shape.headerName,
        hasHeaderValue: z.boolean().describe('Always true. The value is never shown.'),
      }),
    )
    .describe(credentials),
};

/** A request as the bounds of policies judge it. */
export interface BoundedRequest {
  readonly method: string;
  readonly path: string;
  /** Begins with `?`, or empty. */
  readonly search: string;
  /** As the agent sets them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** For a request whose headers name none. */
  readonly contentType: string | null;
  /** Null: there is none. Undefined: it is not known yet. */
  readonly body: string | null | undefined;
}

/** The result of the bounds of policies. `ambiguous`: a server may read the path in ways that do not agree. */
export type BoundsGround = 'policy' | 'method' | 'path' | 'ambiguous' | 'member';
