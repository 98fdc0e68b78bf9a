import type { Readable } from 'node:stream';

import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import type { Html } from '../html.ts';
import type { PathParams } from '../operations/path-params.ts';
import type { OperationCalls } from '../routing/call-operation.ts';
import type { Section } from './sections.ts';

interface Requested {
  readonly params: Readonly<Record<string, string>>;
  /** The first value of each parameter. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The fields of a form; empty for a page that is only shown. */
  readonly form: URLSearchParams;
  readonly requestId: string;
  /** Aborted when the exchange is over. */
  readonly signal: () => AbortSignal;
}

interface SignedIn extends Requested {
  /** The value that forms carry as `csrf`. */
  readonly csrf: string;
  /** The operations of the management API, called as who is signed in. */
  readonly manage: OperationCalls;
}

interface Visitors {
  /** Anyone: only the way in. */
  readonly anyone: Requested & {
    readonly csrf: string;
    /** The address that wrong tokens are counted for. */
    readonly client: string;
    /** The session cookie, whether it is still good or not. */
    readonly session: string | undefined;
  };
  readonly owner: SignedIn & {
    readonly workspace: AuthorizedWorkspace;
    /** IANA name; times are shown in it. */
    readonly timeZone: string;
    /** The session cookie. */
    readonly session: string;
    /** Whether the session still stands, for an answer that lasts. */
    readonly isSignedIn: () => Promise<boolean>;
  };
  readonly operator: SignedIn;
}
export type PageAccess = keyof Visitors;
export type PageRequest<A extends PageAccess> = Visitors[A];

/** A whole page. The heading is its only `h1`. */
export interface View {
  readonly kind: 'view';
  readonly title: string;
  readonly section?: Section;
  readonly body: Html;
  /** Default: 200. */
  readonly status?: number;
  readonly retryAfterSeconds?: number | undefined;
  /** The page of another site that follows at once. */
  readonly leadsTo?: string;
  /** Without scripts it is loaded again after that time. */
  readonly refreshSeconds?: number | undefined;
}
/** A part of a page, for htmx. */
interface Fragment {
  readonly kind: 'fragment';
  readonly body: Html;
}
interface SeeOther {
  readonly kind: 'see-other';
  readonly location: string;
  /** A new value of the session cookie; null removes it. */
  readonly session?: string | null;
}
interface Download {
  readonly kind: 'download';
  readonly type: string;
  readonly fileName: string;
  readonly content: Readable | Buffer | string;
}
/** Server-sent events, until the reader goes away. */
interface EventStream {
  readonly kind: 'events';
  readonly content: Readable;
}
export type PageAnswer = View | Fragment | SeeOther | Download | EventStream;

export const view = (content: Omit<View, 'kind'>): View => ({ kind: 'view', ...content });
export const seeOther = (location: string, session?: string | null): SeeOther => ({
  kind: 'see-other',
  location,
  ...(session === undefined ? {} : { session }),
});

export const download = (content: Omit<Download, 'kind'>): Download => ({ kind: 'download', ...content });

interface Definition<A extends PageAccess> {
  readonly method: 'get' | 'post';
  /** As in `/console/automations/{id}`. */
  readonly path: string;
  /** Default: owners. */
  readonly access?: A;
  /** Values that do not match their shape are 404. */
  readonly params?: PathParams;
  readonly handle: (request: PageRequest<A>) => PageAnswer | Promise<PageAnswer>;
}

/** One page of the console, or what one of its forms does. */
export interface Page extends Omit<Definition<PageAccess>, 'handle'> {
  readonly access: PageAccess;
  readonly handle: (request: PageRequest<never>) => PageAnswer | Promise<PageAnswer>;
}

/** Checks a handler against the access of its page, then erases what the router does not know. */
export const definePage = <const A extends PageAccess = 'owner'>(definition: Definition<A>): Page => ({
  access: 'owner',
  ...definition,
});
