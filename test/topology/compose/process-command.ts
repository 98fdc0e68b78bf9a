import { onLoopback, type Ports } from './hosts.ts';
import type { ComposeService } from './read-compose.ts';

/** The command of a service of docker-compose.yml with addresses on loopback; `paths` are other here. */
export function processCommand(
  { command = [] }: ComposeService,
  ports: Ports,
  paths: Readonly<Record<string, string>> = {},
): readonly string[] {
  const text = command.map((word) => paths[word] ?? onLoopback(word, ports));
  // --replicaof names host and port as two words.
  const host = text.indexOf('redis');
  return host < 0 ? text : text.with(host, '127.0.0.1').with(host + 1, String(ports['redis:6379']));
}
