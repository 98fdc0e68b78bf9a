-- Removes an alert rule, or a target of events, with its log; its sender finds nothing more to send.
-- KEYS: list of them, record, memories of a rule, log, what is being sent. ARGV: id, key prefix of what is in the log.
-- Answer: 1 when there was one.
for _, id in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
  redis.call('DEL', ARGV[2] .. id)
  redis.call('ZREM', KEYS[5], id)
end
redis.call('ZREM', KEYS[1], ARGV[1])
local found = redis.call('DEL', KEYS[2])
redis.call('DEL', KEYS[3], KEYS[4])
return found
