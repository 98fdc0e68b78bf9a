-- Pauses, resumes or deletes an automation; deletion is final, and the hook then answers that it is retired.
-- KEYS: automation, automations, deleted automations. ARGV: state, now in ms, automationId.
local state = redis.call('HGET', KEYS[1], 'state')
if not state or state == 'deleted' then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'updatedAt', ARGV[2])
if ARGV[1] == 'deleted' then
  redis.call('ZREM', KEYS[2], ARGV[3])
  redis.call('ZADD', KEYS[3], ARGV[2], ARGV[3])
end
return 1
