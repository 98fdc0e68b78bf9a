import { describe, expect, it } from 'vitest';

import { readCompose } from '../compose/read-compose.ts';
import { confine, type Container, enter } from './confine.ts';

const { services } = readCompose();

const container: Container = {
  image: {
    root: '/images/one',
    env: {},
    workdir: '/app',
    user: 'node',
    users: { root: 0, node: 1000, redis: 999 },
    volumes: ['/data'],
    entrypoint: [],
  },
  network: { file: '/run/netns/one', name: 'one' },
  etc: ['/mine/hosts'],
  folders: { '/data': '/mine/data', '/data/reveille': '/mine/bucket' },
  secrets: '/mine/secrets',
  project: '/project',
  programs: [],
  cgroups: { procs: ['/sys/fs/cgroup/pids/one/cgroup.procs'], mounts: ['/sys/fs/cgroup/pids'] },
};
const ofS3 = { ...container, image: { ...container.image, user: 'root', volumes: [] } };

/** The lines that confine a service, and its command. */
function confined(name: string, { changes = {}, of = container } = {}) {
  const [program, ...args] = confine({ ...services[name]!, ...changes }, of, ['serve', 'all']);
  return { program, lines: args.find((one) => one.includes('\n'))!.split('\n'), command: args.slice(-2) };
}
const writable = (lines: readonly string[]) =>
  lines
    .filter((line) => /^mount (-t tmpfs|--bind '\/mine)/.test(line))
    .map((line) => /'\/images\/one(\S*)'$/.exec(line)?.[1]);

describe('the description of a service in docker-compose.yml', () => {
  it('becomes a place in its networks and mounts of its own, in which the command runs', () => {
    expect(confined('api')).toMatchObject({ program: 'nsenter', command: ['serve', 'all'] });
    expect(confined('api', { of: { ...container, network: null } }).program).toBe('unshare');
    expect(confined('api').lines).toContain("mount --bind -o ro '/mine/hosts' '/images/one/etc/hosts'");
  });

  it('leaves nothing to write to but volumes and tmpfs', () => {
    const { lines } = confined('api');
    expect(lines).toContain("mount -o remount,bind,ro '/images/one/'");
    expect(writable(lines)).toEqual(['/dev', '/dev/shm', '/data', '/tmp']);
    expect(writable(confined('s3', { of: ofS3 }).lines)).toEqual([
      '/dev',
      '/dev/shm',
      '/data/reveille',
      '/tmp',
      '/data/.vgwlocks',
    ]);
  });

  it('is a root that can be written to only where the service may', () => {
    const { lines } = confined('api', { changes: { read_only: false } });
    expect(lines).not.toContain("mount -o remount,bind,ro '/images/one/'");
  });

  it('mounts the secrets of the service, and no others', () => {
    const { lines } = confined('redis', { changes: { secrets: ['redis-conf'] } });
    expect(lines.filter((line) => line.includes('/mine/secrets') && line.startsWith('mount'))).toEqual([
      "mount --bind -o ro '/mine/secrets/redis-conf' '/images/one/run/secrets/redis-conf'",
    ]);
  });

  it('mounts folders of the project as they are named', () => {
    expect(confined('temporal').lines).toContain(
      "mount --bind -o ro '/project/deploy/temporal' '/images/one/etc/temporal/reveille'",
    );
  });

  it('becomes its user without rights, last of all', () => {
    const as = (id: number) =>
      `exec chroot '/images/one' setpriv --reuid=${id} --regid=${id} --clear-groups --bounding-set=-all --inh-caps=-all ` +
      '--no-new-privs --pdeathsig=KILL -- env --chdir=\'/app\' -- "$@"';
    expect(confined('api').lines.at(-1)).toBe(as(1000));
    expect(confined('redis').lines.at(-1)).toBe(as(999));
    expect(confined('s3', { of: ofS3 }).lines.at(-1)).toBe(as(0));
  });

  it('refuses a user that the image does not have, and a volume without a folder', () => {
    expect(() => confined('api', { changes: { user: 'other' } })).toThrow('The image has no user other.');
    expect(() => confined('s3', { of: { ...container, folders: {} } })).toThrow(
      'No folder for the volume /data/reveille.',
    );
  });

  it('counts against its limits from its first step', () => {
    expect(confined('api').lines[0]).toBe("echo $$ > '/sys/fs/cgroup/pids/one/cgroup.procs'");
  });

  it('lets a command run beside it, with its rights and limits and no others', () => {
    const [, , script = '', , ...command] = enter(services['redis']!, container, 42, ['redis-cli', 'ping']);
    expect(command).toEqual(['redis-cli', 'ping']);
    expect(script.split('\n')).toEqual([
      "echo $$ > '/sys/fs/cgroup/pids/one/cgroup.procs'",
      'exec nsenter --target=42 --mount --ipc --uts --net --root -- setpriv --reuid=999 --regid=999 --clear-groups ' +
        '--bounding-set=-all --inh-caps=-all --no-new-privs -- env --chdir=\'/app\' -- "$@"',
    ]);
  });
});
