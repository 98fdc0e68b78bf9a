-- Notes that a token was used, at most once a minute, and none that was deleted.
-- KEYS: token. ARGV: now in ms, how long in ms a note is good.
local token = redis.call('HMGET', KEYS[1], 'role', 'lastUsedAt')
if not token[1] then return 0 end
if token[2] and tonumber(token[2]) > ARGV[1] - ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'lastUsedAt', ARGV[1])
return 1
