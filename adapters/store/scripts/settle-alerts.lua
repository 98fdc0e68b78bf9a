-- Notes what alert rules made of a cause, all of it or nothing: what they remember, and the alerts that are to be sent.
-- KEYS: causes, open alerts, then for each rule: rule, memories, log, alert, automation, …
-- ARGV: the cause ('' where it is not on that list), key prefix of alerts, how many a log keeps, how many a rule may tell
--   in an hour, then for each rule seven: version, automation id ('' where nothing is remembered), memory as it was read
--   ('' for none), memory from now on, alert id ('' for none), its moment in ms, its fields as a JSON list.
-- Answer: settled, alerts that are to be sent … | done (the cause was settled before) | changed (a rule or what it
--   remembers is another).
if ARGV[1] ~= '' and not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return { 'done' } end
local count = (#KEYS - 2) / 5
local function rule_at(index)
  local key, arg = 2 + (index - 1) * 5, 4 + (index - 1) * 7
  return KEYS[key + 1], KEYS[key + 2], KEYS[key + 3], KEYS[key + 4], KEYS[key + 5], arg
end
for index = 1, count do
  local rule, memories, _, _, _, arg = rule_at(index)
  if redis.call('HGET', rule, 'version') ~= ARGV[arg + 1] then return { 'changed' } end
  local memory = ARGV[arg + 2] ~= '' and redis.call('HGET', memories, ARGV[arg + 2]) or ''
  if memory ~= ARGV[arg + 3] then return { 'changed' } end
end

local answer = { 'settled' }
local function trim(log)
  local surplus = redis.call('ZCARD', log) - tonumber(ARGV[3])
  if surplus <= 0 then return end
  for _, old in ipairs(redis.call('ZRANGE', log, 0, surplus - 1)) do
    redis.call('DEL', ARGV[2] .. old)
    redis.call('ZREM', KEYS[2], old)
    redis.call('ZREM', log, old)
  end
end

for index = 1, count do
  local _, memories, log, alert, automation, arg = rule_at(index)
  -- Of an automation without a record nothing is remembered: nothing would remove it any more.
  if ARGV[arg + 4] ~= '' and ARGV[arg + 2] ~= '' and redis.call('EXISTS', automation) == 1 then
    redis.call('HSET', memories, ARGV[arg + 2], ARGV[arg + 4])
  end
  local id, at = ARGV[arg + 5], ARGV[arg + 6]
  if id ~= '' and redis.call('EXISTS', alert) == 0 then
    local within_hour = redis.call('ZCOUNT', log, tonumber(at) - 3600000, '+inf')
    redis.call('HSET', alert, unpack(cjson.decode(ARGV[arg + 7])))
    if within_hour >= tonumber(ARGV[4]) then
      redis.call('HSET', alert, 'state', 'withheld', 'finishedAt', at)
    else
      redis.call('ZADD', KEYS[2], at, id)
      answer[#answer + 1] = id
    end
    redis.call('ZADD', log, at, id)
    trim(log)
  end
end
if ARGV[1] ~= '' then redis.call('ZREM', KEYS[1], ARGV[1]) end
return answer
