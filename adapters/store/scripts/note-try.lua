-- Notes a try of an alert or an event; one that is over, or gone with its rule or target, stays as it is.
-- KEYS: alert or event, those that are being sent. ARGV: id, "1" where it is over, else "0" or when an event is due next,
-- field, value, …
-- Answer: 1 when it was noted.
if redis.call('HGET', KEYS[1], 'state') ~= 'sending' then return 0 end
redis.call('HDEL', KEYS[1], 'nextTryAt')
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
if ARGV[2] == '1' then
  redis.call('ZREM', KEYS[2], ARGV[1])
elseif ARGV[2] ~= '0' then
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
end
return 1
