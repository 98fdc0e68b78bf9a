-- Ends a run once: outcome, off the list of those at work, usage of the month counted.
-- KEYS: run, the list that it holds up (slots of the workspace, or open messages), activity "running", activity of the
--   outcome, usage, calls, usage by automation, usage by model, alert rules, causes of
--   alerts; of a delivery also the counts (script-parts/count.lua); then turns, steps, shapes.
-- ARGV: run id, billed runs, input tokens, output tokens, money state, micros, when it arrived in ms, how many calls are
--   on their way as far as the caller knows ('' where that does not matter), moment of the counts ('' for a message), shares
--   of the usage as JSON (`counts`: position in KEYS, field, amount; `name`: field, value), what the keys of the budget's
--   runs and use begin with, how many arguments of the record follow, these as field, value, …, then what is written of the
--   run before it ends (script-parts/write-run.lua).
-- Answer: taken, lost (there was something to write, and that was not) | ended | watched (it ended, and alert rules have to judge it) | changed (another call is on its way) | gone (there is no record) | the outcome with which it had ended.
--   An error leaves everything as it was.
for _, position in ipairs({2, 3, 4, 6, 7}) do
  if not string.match(ARGV[position], '^%-?%d+$') then
    return redis.error_reply('ERR argument ' .. position .. ' of finish is no whole number')
  end
end
local field_count = tonumber(ARGV[13])
local hashes = {KEYS[1], KEYS[#KEYS - 2], KEYS[#KEYS - 1], KEYS[6], KEYS[#KEYS]}
local held = 14 + field_count
local written = write_run(hashes, held)
if written == 'taken' then return 'taken' end
if written == 'gone' and (ARGV[held] ~= '' or #ARGV > held + 3) then return 'lost' end

local outcome = redis.call('HGET', KEYS[1], 'outcome')
if outcome == 'running' and ARGV[8] ~= '' then
  local sending = 0
  for _, call in ipairs(redis.call('HVALS', KEYS[6])) do
    if string.find(call, '"state":"sending"', 1, true) == 2 then sending = sending + 1 end
  end
  if sending ~= tonumber(ARGV[8]) then return 'changed' end
end

redis.call('ZREM', KEYS[2], ARGV[1])
leave_held(KEYS[1], ARGV[1])
leave_waiting(KEYS[1], ARGV[1])
if outcome ~= 'running' then return outcome or 'gone' end
redis.call('HSET', KEYS[1], unpack(ARGV, 14, 13 + field_count))
local requests = 0
for _, step in ipairs(redis.call('HKEYS', KEYS[#KEYS - 1])) do
  if string.match(step, '^%d+%.%d+$') then requests = requests + 1 end
end
redis.call('HSET', KEYS[1], 'requests', requests)
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[4], ARGV[7], ARGV[1])
count_stored(KEYS[1])
-- Of a delivery nothing reads these any more; a message is recalled by those after it.
if redis.call('HGET', KEYS[1], 'kind') ~= 'message' then
  redis.call('PEXPIRE', KEYS[6], 3600000)
  redis.call('PEXPIRE', KEYS[1] .. ':turns', 3600000)
  redis.call('ZADD', string.match(KEYS[1], '^{.-}') .. ':archive:due', redis.call('HGET', KEYS[1], 'finishedAt'), ARGV[1])
end
-- A counter that is damaged or full stays as it is: it does not keep the run from its end, nor the others from counting.
redis.pcall('HINCRBY', KEYS[5], 'automationRuns', ARGV[2])
redis.pcall('HINCRBY', KEYS[5], 'inputTokens', ARGV[3])
redis.pcall('HINCRBY', KEYS[5], 'outputTokens', ARGV[4])
redis.pcall('HINCRBY', KEYS[5], 'money:' .. ARGV[5], 1)
redis.pcall('HINCRBY', KEYS[5], 'micros', ARGV[6])
local shares = cjson.decode(ARGV[10])
for _, share in ipairs(shares.counts) do redis.pcall('HINCRBY', KEYS[share[1]], share[2], share[3]) end
redis.pcall('HSET', KEYS[7], shares.name[1], shares.name[2])
use_budget(KEYS[1], ARGV[1], ARGV[11], ARGV[12], tonumber(ARGV[2]), ARGV[3] + ARGV[4], ARGV[6])
count(redis.call('HGET', KEYS[1], 'outcome'), 1, ARGV[9], 11)
publish_change(KEYS[1])
-- Of a delivery whose workspace has alert rules; its filter says nothing of how the automation fares.
if ARGV[9] == '' or redis.call('EXISTS', KEYS[9]) == 0 then return 'ended' end
local ended = redis.call('HMGET', KEYS[1], 'outcome', 'finishedAt')
if ended[1] == 'skipped' then return 'ended' end
redis.call('ZADD', KEYS[10], ended[2], ARGV[1])
return 'watched'
