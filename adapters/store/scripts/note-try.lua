-- Notes a try of an alert; one that is over, or gone with its rule, stays as it is.
-- KEYS: alert, open alerts. ARGV: alert id, "1" where it is over, field, value, …
-- Answer: 1 when it was noted.
if redis.call('HGET', KEYS[1], 'state') ~= 'sending' then return 0 end
redis.call('HDEL', KEYS[1], 'nextTryAt')
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
if ARGV[2] == '1' then redis.call('ZREM', KEYS[2], ARGV[1]) end
return 1
