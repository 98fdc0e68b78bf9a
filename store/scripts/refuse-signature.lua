-- Counts a request that is refused for its signature, unless it was judged by a sender or secret that has changed since.
-- KEYS: automation, door, requests of the minute on this hook, then the counts (script-parts/count.lua).
-- ARGV: version of the sender that it was judged by, what is kept of it as JSON, requests a minute on the hook, code of
--   the refusal, moment of the counts.
-- Answer: {"stale"} | {"flood", wait ms} | {"counted"}.
if (redis.call('HGET', KEYS[1], 'senderVersion') or '0') ~= ARGV[1] then return {'stale'} end
local requests = redis.call('INCR', KEYS[3])
if requests == 1 then redis.call('PEXPIRE', KEYS[3], 60000) end
redis.call('HINCRBY', KEYS[2], 'refusedSignatures', 1)
count(ARGV[4], 1, ARGV[5], 4)
if requests > tonumber(ARGV[3]) then return {'flood', tostring(math.max(redis.call('PTTL', KEYS[3]), 1))} end
redis.call('HSET', KEYS[2], 'lastRefused', ARGV[2])
return {'counted'}
