-- Removes an alert rule with its log; what is being sent finds nothing more to send.
-- KEYS: alert rules, rule, memories, log, open alerts. ARGV: id, key prefix of alerts.
-- Answer: 1 when there was one.
for _, id in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
  redis.call('DEL', ARGV[2] .. id)
  redis.call('ZREM', KEYS[5], id)
end
redis.call('ZREM', KEYS[1], ARGV[1])
local found = redis.call('DEL', KEYS[2])
redis.call('DEL', KEYS[3], KEYS[4])
return found
