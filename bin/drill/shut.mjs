// Loaded before everything else into each process of a drill: whatever version it is of, it reaches its own Redis, Temporal
// and blobs. Every other connection, to a target, a model, a mail server or a sheet, ends at the catcher of DRILL_CATCHER_PORT, without
// TLS. No name is looked up. Plain JavaScript for Node 20, as the launcher is.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const { DRILL_CATCHER_PORT, REDIS_URL, TEMPORAL_ADDRESS, BLOBS_URL } = process.env;
/** The process that starts Redis, Temporal, API and worker knows their ports only then, and sends nothing for anyone. */
const isStart = /[/\\]bin[/\\](launch\.mjs|start\.ts)$/.test(process.argv[1] ?? '');
const own = [REDIS_URL, BLOBS_URL, TEMPORAL_ADDRESS && `tcp://${TEMPORAL_ADDRESS}`]
  .filter(Boolean)
  .map((address) => new URL(address).host);
/** Public to every rule, and of nobody: the network that it is of was given back. */
const nowhere = { address: '3ffe:ffff::1', family: 6 };

/** An address, or a name of this machine: no server of names is asked for it. */
const isHere = (name) => !name || net.isIP(name) > 0 || name === 'localhost';

if (!isStart) shut();

function shut() {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function connectShut(...args) {
    const [first, second] = Array.isArray(args[0]) ? args[0] : args;
    const options = typeof first === 'object' ? first : { port: first, host: second };
    if (options.path !== undefined || own.includes(`${options.host}:${options.port}`))
      return connect.apply(this, args);
    // A caller that asks for the dialled address gets that of the request.
    Object.defineProperty(this, 'remoteAddress', { value: options.host });
    const callback = [...(Array.isArray(args[0]) ? args[0] : args)].find((arg) => typeof arg === 'function');
    return connect.call(this, { ...options, host: '127.0.0.1', port: Number(DRILL_CATCHER_PORT) }, callback);
  };
  tls.connect = (...args) => {
    const options = args.find((arg) => typeof arg === 'object') ?? { port: args[0], host: args[1] };
    const socket = options.socket ?? net.connect(options);
    Object.assign(socket, { encrypted: true, authorized: true, alpnProtocol: false });
    socket.once('connect', () => socket.emit('secureConnect'));
    return socket;
  };
  const { lookup, promises } = dns;
  const { lookup: lookupAsync } = promises;
  dns.lookup = (name, options, callback = options) => {
    if (isHere(name)) return lookup(name, options, callback);
    setImmediate(() =>
      options?.all ? callback(null, [nowhere]) : callback(null, nowhere.address, nowhere.family),
    );
  };
  promises.lookup = async (name, options) => {
    if (isHere(name)) return await lookupAsync(name, options);
    return options?.all ? [nowhere] : nowhere;
  };
  syncBuiltinESMExports();
}
