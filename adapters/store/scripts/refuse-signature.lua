-- Counts a request that is refused for its signature, unless it was judged by a sender or secret that has changed since.
-- KEYS: automation, door, then the counts (script-parts/count.lua).
-- ARGV: version of the sender that it was judged by, what is kept of it as JSON, code of the refusal, moment of the counts.
-- Answer: "stale" | "counted".
if (redis.call('HGET', KEYS[1], 'senderVersion') or '0') ~= ARGV[1] then return 'stale' end
redis.call('HINCRBY', KEYS[2], 'refusedSignatures', 1)
redis.call('HSET', KEYS[2], 'lastRefused', ARGV[2])
count(ARGV[3], 1, ARGV[4], 3)
return 'counted'
