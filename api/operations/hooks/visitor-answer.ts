import type { IncomingHttpHeaders } from 'node:http';
import type { HtmlForm } from '#contracts/form.ts';
import type { DomainError } from '#domain/domain-error.ts';
import type { DoorAnswer } from '#intake/door.ts';
import { VisitorRefusal } from '../../errors/visitor-refusal.ts';
import { html } from '../../html.ts';
import { bytes } from '../answers.ts';
import { corsHeaders } from './cors.ts';
import type { HookResponse } from './hook-response.ts';
import { plainPage } from './plain-page.ts';
import { adviceFor } from './visitor-advice.ts';
import { isFormPost } from '#intake/form-post.ts';

const titleCharsMax = 60;

/** The answer to a visitor in place of that to an accepted delivery; every other answer as it is. */
export function visitorAnswer(
  response: HookResponse,
  answer: DoorAnswer,
  request: IncomingHttpHeaders,
): HookResponse {
  if (answer.status !== 'received' || answer.own !== null || answer.form === null) return response;
  const { form } = answer;
  const headers = { ...response.headers, ...corsHeaders(form, request) };
  const { redirectUrl, text } = form;
  if (isVisitor(request) && redirectUrl !== undefined)
    return { status: 303, headers: { ...headers, Location: redirectUrl } };
  if (isVisitor(request) && text !== undefined) {
    const { page, headers: ofPage } = textPage(text, form);
    return { status: 200, ...bytes('text/html', page), headers: { ...headers, ...ofPage } };
  }
  return { ...response, headers };
}

/** Only its author knows its language. */
const textPage = (text: string, { origins = [] }: HtmlForm) =>
  plainPage({
    lang: '',
    title: text.split('\n')[0]?.slice(0, titleCharsMax) ?? '',
    body: html`<p dir="auto">${text}</p>`,
    framedBy: origins,
  });

/** A refusal as a visitor gets it: with its code, and as a page where one is wanted. */
export function visitorRefusal(
  refusal: DomainError,
  form: HtmlForm,
  request: IncomingHttpHeaders,
): VisitorRefusal {
  const headers = corsHeaders(form, request);
  if (!isVisitor(request) || !wantsPage(request)) return new VisitorRefusal(refusal, { headers });
  const { title, advice } = adviceFor(refusal);
  const { page, headers: ofPage } = plainPage({
    lang: 'en',
    title,
    body: html`<h1>${title}</h1>
      <p>${advice}</p>
      <p><code>${refusal.code}</code></p>`,
    framedBy: form.origins ?? [],
  });
  return new VisitorRefusal(refusal, { headers: { ...headers, ...ofPage }, page });
}

/** Whether a request wants a page: what browsers ask for when they go somewhere. */
const wantsPage = ({ accept }: IncomingHttpHeaders): boolean => /\btext\/html\b/.test(accept ?? '');

/**
 * Whether a form is posted by a browser that goes on to the answer. A script that posts one reads the answer itself, and
 * says so: browsers name its site and how it asks.
 */
function isVisitor(headers: IncomingHttpHeaders): boolean {
  if (!isFormPost(headers)) return false;
  if (wantsPage(headers)) return true;
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  const isScript = headers.origin !== undefined && mode !== 'navigate';
  return !isScript && !/^application\/json\b/.test(headers.accept ?? '');
}
