-- Notes that a worker is alive, by the clock of this server, and drops what was noted long ago.
-- KEYS: heartbeats of the workers of a queue. ARGV: identity, or '' to note none, how long heartbeats are kept in ms, after
--   how many a worker counts as silent. Answer: the identities of those that are silent.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[1] ~= '' then
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])
