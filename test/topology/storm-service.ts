import { isReady, type Process, type Service } from '#test/storm/service/service.ts';
import { type Instance, nameOf } from './instances.ts';
import { failOverRedis, loseDiskOfRedis } from './servers/redis.ts';
import type { Topology } from './start-topology.ts';
import { upgrade } from './upgrade.ts';

/** As its image is stopped: by SIGTERM the server waits until its clients are gone. */
const stopped: Readonly<Record<string, Pick<Process, 'stopSignal'>>> = { postgres: { stopSignal: 'SIGINT' } };

/** A topology as the storm sees a service. */
export function stormService(topology: Topology): Service {
  const { context, urls, stop, failed, reach } = topology;
  const { kept, secrets } = context;
  let instances: readonly Instance[] = topology.instances;

  function processesNow(): readonly Process[] {
    return kept.names().flatMap((name) => {
      const pid = kept.pidOf(name);
      return pid === undefined ? [] : [{ part: name.replace(/-\d+$/, ''), pid, ...stopped[name] }];
    });
  }

  return {
    urls,
    reach,
    dataDir: secrets,
    processOf: (part, instance) => {
      const some = instances.filter(({ kind }) => kind === part);
      const name = some.length === 0 ? part : nameOf(some[instance % some.length]!);
      const pid = kept.pidOf(name);
      return Promise.resolve(pid === undefined ? undefined : { part, pid });
    },
    processes: () => Promise.resolve(processesNow()),
    isWhole: async () => {
      if (failed.aborted || processesNow().length < kept.names().length) return false;
      return (await Promise.all(urls.map(isReady))).every(Boolean);
    },
    redis: {
      hold: () => Promise.resolve(kept.hold('redis')),
      release: () => Promise.resolve(kept.release('redis')),
    },
    upgrade: async () => {
      instances = await upgrade({ ...topology, instances });
    },
    failOver: () => failOverRedis(context),
    loseDisk: () => loseDiskOfRedis(context),
    ends: () => (failed.aborted ? 1 : 0),
    stop: async () => {
      await stop();
      return [0];
    },
  };
}
