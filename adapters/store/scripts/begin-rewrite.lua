-- Takes what waits for a rewrite of the files, where none is under way and the last one is long enough ago.
-- KEYS: unrewritten erasures, rewriting erasures, rewrite. ARGV: now in ms, least time between two in ms.
-- Answer: 1 when the caller is to begin one, else 0.
if redis.call('EXISTS', KEYS[2]) == 1 or redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local began = redis.call('HGET', KEYS[3], 'beganAt')
if began and ARGV[1] - began < tonumber(ARGV[2]) then return 0 end
redis.call('RENAME', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[3], 'beganAt', ARGV[1])
redis.call('HDEL', KEYS[3], 'servers')
return 1
