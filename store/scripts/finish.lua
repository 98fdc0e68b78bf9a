-- Ends a run once: outcome, off the list of those at work, usage of the month counted.
-- KEYS: run, the list that it holds up (slots of the workspace, or open messages), activity "running", activity of the
--   outcome, usage.
-- ARGV: run id, billed runs, input tokens, output tokens, money state, micros, then field, value, …
-- Answer: 1 when it ended now, 0 when it had ended before or is unknown.
redis.call('ZREM', KEYS[2], ARGV[1])
local record = redis.call('HMGET', KEYS[1], 'outcome', 'receivedAt')
if record[1] ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 7))
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[4], record[2], ARGV[1])
redis.call('HINCRBY', KEYS[5], 'automationRuns', ARGV[2])
redis.call('HINCRBY', KEYS[5], 'inputTokens', ARGV[3])
redis.call('HINCRBY', KEYS[5], 'outputTokens', ARGV[4])
redis.call('HINCRBY', KEYS[5], 'money:' .. ARGV[5], 1)
redis.call('HINCRBY', KEYS[5], 'micros', ARGV[6])
return 1
