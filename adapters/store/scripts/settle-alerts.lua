-- Notes what alert rules made of a cause, all of it or nothing: what they remember, and the alerts that are to be sent.
-- KEYS: causes, open alerts, then for each rule: rule, memories, log, alert, automation, …
-- ARGV: arguments by name (`judgement` in adapters/store/alert/settle.ts).
-- Answer: settled, alerts that are to be sent … | done (the cause was settled before) | changed (a rule or what it
--   remembers is another).
local causes, open = KEYS[1], KEYS[2]
local judgement = cjson.decode(ARGV[1])
local cause, rules = judgement.cause, judgement.rules
if cause and not redis.call('ZSCORE', causes, cause) then return { 'done' } end
local function keys_of(index) return unpack(KEYS, index * 5 - 2, index * 5 + 2) end
for index, judged in ipairs(rules) do
  local rule, memories = keys_of(index)
  if redis.call('HGET', rule, 'version') ~= judged.version then return { 'changed' } end
  local memory = judged.automationId and redis.call('HGET', memories, judged.automationId) or ''
  if memory ~= judged.read then return { 'changed' } end
end

local answer = { 'settled' }
local function trim(log)
  local surplus = redis.call('ZCARD', log) - judgement.logMax
  if surplus <= 0 then return end
  for _, old in ipairs(redis.call('ZRANGE', log, 0, surplus - 1)) do
    redis.call('DEL', judgement.alertPrefix .. old)
    redis.call('ZREM', open, old)
    redis.call('ZREM', log, old)
  end
end

for index, judged in ipairs(rules) do
  local _, memories, log, alert_key, automation = keys_of(index)
  -- Of an automation without a record nothing is remembered: nothing would remove it any more.
  if judged.memory and redis.call('EXISTS', automation) == 1 then
    redis.call('HSET', memories, judged.automationId, judged.memory)
  end
  local alert = judged.alert
  if alert and redis.call('EXISTS', alert_key) == 0 then
    local id, at = alert.id, alert.at
    local within_hour = redis.call('ZCOUNT', log, at - 3600000, '+inf')
    redis.call('HSET', alert_key, unpack(alert.record))
    if within_hour >= judgement.hourMax then
      redis.call('HSET', alert_key, 'state', 'withheld', 'finishedAt', at)
    else
      redis.call('ZADD', open, at, id)
      answer[#answer + 1] = id
    end
    redis.call('ZADD', log, at, id)
    trim(log)
  end
end
if cause then redis.call('ZREM', causes, cause) end
return answer
