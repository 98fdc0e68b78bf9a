-- Ends a run once: outcome, off the list of those at work, usage of the month counted.
-- KEYS: run, the list that it holds up (slots of the workspace, or open messages), activity "running", activity of the
--   outcome, usage.
-- ARGV: run id, billed runs, input tokens, output tokens, money state, micros, when it arrived in ms, then field, value, …
-- Answer: 1 when it ended now, 0 when it had ended before or is unknown. An error leaves everything as it was.
for _, position in ipairs({2, 3, 4, 6, 7}) do
  if not string.match(ARGV[position], '^%-?%d+$') then
    return redis.error_reply('ERR argument ' .. position .. ' of finish is no whole number')
  end
end
redis.call('ZREM', KEYS[2], ARGV[1])
if redis.call('HGET', KEYS[1], 'outcome') ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 8))
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[4], ARGV[7], ARGV[1])
-- A counter that is damaged or full stays as it is: it does not keep the run from its end, nor the others from counting.
redis.pcall('HINCRBY', KEYS[5], 'automationRuns', ARGV[2])
redis.pcall('HINCRBY', KEYS[5], 'inputTokens', ARGV[3])
redis.pcall('HINCRBY', KEYS[5], 'outputTokens', ARGV[4])
redis.pcall('HINCRBY', KEYS[5], 'money:' .. ARGV[5], 1)
redis.pcall('HINCRBY', KEYS[5], 'micros', ARGV[6])
return 1
