export interface SnippetDelivery {
  readonly url: string;
  readonly contentType: string;
  /** The same on each try of the same event. */
  readonly eventId: string;
  readonly body: string;
  /** Those of a known sender, in place of the event id. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Snippet {
  readonly id: string;
  readonly title: string;
  /** The whole program; it needs nothing but the language itself. */
  readonly write: (delivery: SnippetDelivery) => string;
}

/** How a system sends to a hook, in the languages that systems are written in. */
export const snippets: readonly Snippet[] = [
  {
    id: 'shell',
    title: 'curl',
    write: (delivery) => commandOf('curl -X POST', delivery, []),
  },
  {
    id: 'javascript',
    title: 'JavaScript',
    write: ({ url, contentType, eventId, body }) => `const response = await fetch(${javaScriptLiteral(url)}, {
  method: 'POST',
  headers: {
    'Content-Type': ${javaScriptLiteral(contentType)},
    'X-Service-Event-Id': ${javaScriptLiteral(eventId)},
  },
  body: ${javaScriptLiteral(body)},
});
console.log(response.status, await response.text());`,
  },
  {
    id: 'python',
    title: 'Python',
    write: ({ url, contentType, eventId, body }) => `import urllib.request

request = urllib.request.Request(
    ${pythonLiteral(url)},
    method="POST",
    headers={
        "Content-Type": ${pythonLiteral(contentType)},
        "X-Service-Event-Id": ${pythonLiteral(eventId)},
    },
    data=${pythonLiteral(body)}.encode(),
)
with urllib.request.urlopen(request, timeout=30) as response:
    print(response.status, response.read().decode())`,
  },
  {
    id: 'go',
    title: 'Go',
    write: ({ url, contentType, eventId, body }) => `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	body := strings.NewReader(${goLiteral(body)})
	request, err := http.NewRequest("POST", ${goLiteral(url)}, body)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", ${goLiteral(contentType)})
	request.Header.Set("X-Service-Event-Id", ${goLiteral(eventId)})
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(text))
}`,
  },
  {
    id: 'php',
    title: 'PHP',
    write: ({ url, contentType, eventId, body }) => `<?php
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        ${phpLiteral(`Content-Type: ${contentType}`)},
        ${phpLiteral(`X-Service-Event-Id: ${eventId}`)},
    ],
    'content' => ${phpLiteral(body)},
    'ignore_errors' => true,
]]);
echo file_get_contents(${phpLiteral(url)}, false, $context);`,
  },
  {
    id: 'ruby',
    title: 'Ruby',
    write: ({ url, contentType, eventId, body }) => `require "net/http"

headers = {
  "Content-Type" => ${rubyLiteral(contentType)},
  "X-Service-Event-Id" => ${rubyLiteral(eventId)},
}
response = Net::HTTP.post(URI(${rubyLiteral(url)}), ${rubyLiteral(body)}, headers)
puts response.code, response.body`,
  },
];

const headerWord = (name: string, value: string): string => shellLiteral(`${name}: ${value}`);

const curl = (
  command: string,
  { url, contentType, body }: Pick<SnippetDelivery, 'url' | 'contentType' | 'body'>,
  headers: readonly string[],
): string =>
  [
    `${command} ${shellLiteral(url)}`,
    ...[headerWord('Content-Type', contentType), ...headers].map((header) => `-H ${header}`),
    `--data-raw ${shellLiteral(body)}`,
  ].join(' \\\n  ');

/** `signed`: the headers of its signature, which the sender puts into variables of the shell. */
export const commandOf = (
  command: string,
  { eventId, headers, ...delivery }: SnippetDelivery,
  signed: readonly string[],
): string =>
  curl(command, delivery, [
    ...(headers === undefined && signed.length === 0 ? [headerWord('X-Service-Event-Id', eventId)] : []),
    ...Object.entries(headers ?? {}).map(([name, value]) => headerWord(name, value)),
    ...signed.map((name) => `"${name}: $${variableOf(name)}"`),
  ]);

/** The check of a delivery, as a step of a sender's CI. */
export const checkCommand = (delivery: SnippetDelivery, signed: readonly string[]): string =>
  commandOf('curl --fail-with-body -X POST', { ...delivery, url: `${delivery.url}/check` }, signed);

/** `STRIPE_SIGNATURE`, of `stripe-signature`. */
const variableOf = (name: string): string => name.toUpperCase().replaceAll(/\W/g, '_');

/** Text as a literal of a language; each is one line but that of shells. */

const jsonEscapes = (text: string, more: RegExp): string =>
  JSON.stringify(text).replaceAll(
    more,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** In single quotes, where nothing has a meaning but the quote. */
export const shellLiteral = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Line separators end a line in older engines. */
const javaScriptLiteral = (text: string): string => jsonEscapes(text, /[\u2028\u2029]/g);

/** The escapes of JSON mean the same in Python, as none of them is half of a character. */
const pythonLiteral = (text: string): string => jsonEscapes(text.toWellFormed(), /\u007f/g);

/** A byte order mark may not stand in the middle of a source file. */
const goLiteral = (text: string): string => jsonEscapes(text.toWellFormed(), /[\ufeff\u007f]/g);

/** A number sign may start code. */
export const rubyLiteral = (text: string): string => jsonEscapes(text.toWellFormed(), /[#\u007f]/g);

/** In single quotes, where only the quote and the backslash have a meaning. */
export const phpLiteral = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
