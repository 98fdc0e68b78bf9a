-- Adds an alert rule, or a target of events, unless the workspace has as many as it may.
-- KEYS: list of them, record. ARGV: id, createdAt, most there may be, field, value, …
-- Answer: 1 when it was added.
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1
