-- Writes the end of a run into its record, moves it to the list of its outcome and counts it: its bytes, its usage, its budget and its
-- outcome. Whoever calls it has seen that the run was not over. Gives the targets of events to be woken.
-- `at`: the position in KEYS of those of adapters/store/run/finish-keys.ts. `ended`: see adapters/store/run/finish.ts. `first`: see count.lua.
-- `record`: the fields of the run as they are stored; they are those of its end afterwards.
local function end_run(at, ended, first, record)
  local run, _, running, ended_with, usage, calls, by_automation, by_model, _, _, turns, steps = unpack(KEYS, at)
  local shares_of = { byAutomation = by_automation, byModel = by_model }
  local id, fields = ended.runId, ended.record
  local done, requests = fields_of(steps), 0
  for step in pairs(done) do
    if string.match(step, '^%d+%.%d+$') then requests = requests + 1 end
  end
  fields[#fields + 1] = 'requests'
  fields[#fields + 1] = tostring(requests)
  count_stored(run, record, done, fields)
  redis.call('ZREM', running, id)
  redis.call('ZADD', ended_with, ended.receivedAt, id)
  -- Of a delivery nothing reads these any more; a message is recalled by those after it.
  if record.kind ~= 'message' then
    redis.call('PEXPIRE', calls, 3600000)
    redis.call('PEXPIRE', turns, 3600000)
    redis.call('ZADD', string.match(run, '^{.-}') .. ':archive:due', record.finishedAt, id)
  end
  -- A counter that is damaged or full stays as it is: it does not keep the run from its end, nor the others from counting.
  for _, name in ipairs({'automationRuns', 'inputTokens', 'outputTokens', 'micros'}) do
    if ended[name] ~= 0 then redis.pcall('HINCRBY', usage, name, ended[name]) end
  end
  if ended.moneyState ~= 'none' then redis.pcall('HINCRBY', usage, 'money:' .. ended.moneyState, 1) end
  local shares = ended.shares
  for _, share in ipairs(shares.counts) do redis.pcall('HINCRBY', shares_of[share[1]], share[2], share[3]) end
  if #shares.counts > 0 then redis.pcall('HSET', by_automation, shares.name[1], shares.name[2]) end
  use_budget(record, id, ended.budgetRuns, ended.budgetUse, ended.automationRuns, ended.inputTokens + ended.outputTokens,
    ended.micros)
  count(record.outcome, 1, ended.moment, first)
  publish_change(run, record)
  return ended.event and note_event(string.match(run, '^{.-}'), ended.event) or {}
end
