import { readdir, readFile, readlink } from 'node:fs/promises';

const listening = '0A';

/** The TCP ports on which a process listens, as Linux says; none on other systems. */
export async function listeningPorts(pid: number): Promise<readonly number[]> {
  try {
    const folder = `/proc/${pid}/fd`;
    const links = await Promise.all(
      (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
    );
    const sockets = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
    );
    return tables
      .flatMap((table) => table.trim().split('\n').slice(1))
      .flatMap((row) => portIn(row, sockets));
  } catch {
    return [];
  }
}

/** The port of a row of the system's table of sockets; none unless one of these sockets listens there. */
function portIn(row: string, sockets: ReadonlySet<string | undefined>): readonly number[] {
  const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
  const isIts = state === listening && sockets.has(inode);
  return isIts ? [Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)] : [];
}
