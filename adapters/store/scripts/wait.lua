-- Gives back the slot of a run until its next try.
-- KEYS: run, slots. ARGV: run id, ms until that try, its target.
-- Answer: waiting | over (the run, or its record).
local found = redis.call('HMGET', KEYS[1], 'outcome', 'automationId')
if found[1] ~= 'running' and found[1] ~= 'waiting' then return 'over' end
local workspace = string.match(KEYS[1], '^{.-}')
local time = redis.call('TIME')
local next_try_at = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2])
leave_waiting(KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', workspace .. ':waiting', next_try_at, ARGV[1])
redis.call('SADD', workspace .. ':automation:' .. found[2] .. ':waiting', ARGV[1])
redis.call('HSET', KEYS[1], 'nextTryAt', next_try_at, 'waitsFor', ARGV[3])
publish_change(KEYS[1])
return 'waiting'
