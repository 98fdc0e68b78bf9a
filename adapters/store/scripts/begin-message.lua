-- Notes when a message began to be answered, and its number among those that did: the order of the exchanges.
-- KEYS: message, activity "begun". ARGV: messageId, now in ms, Temporal run id.
-- Answer: 1, or 0 where there is no such message (any more).
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[1], 'startedAt', ARGV[2]) == 1 then
  redis.call('HSET', KEYS[1], 'runId', ARGV[3])
  local newest = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')
  redis.call('ZADD', KEYS[2], tonumber(newest[2] or '0') + 1, ARGV[1])
end
return 1
