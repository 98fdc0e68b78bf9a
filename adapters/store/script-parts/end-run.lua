-- Writes the end of a run into its record, moves it to the list of its outcome and counts it: its bytes, its usage, its budget and its
-- outcome. Whoever calls it has seen that the run was not over. Gives the targets of events to be woken.
-- `at`: the position in KEYS of those of adapters/store/run/finish-keys.ts. `ended`: see adapters/store/run/finish.ts. `first`: see count.lua.
local function end_run(at, ended, first)
  local run, _, running, ended_with, usage, calls, by_automation, by_model, _, _, turns, steps = unpack(KEYS, at)
  local shares_of = { byAutomation = by_automation, byModel = by_model }
  local id = ended.runId
  redis.call('HSET', run, unpack(ended.record))
  local requests = 0
  for _, step in ipairs(redis.call('HKEYS', steps)) do
    if string.match(step, '^%d+%.%d+$') then requests = requests + 1 end
  end
  redis.call('HSET', run, 'requests', requests)
  redis.call('ZREM', running, id)
  redis.call('ZADD', ended_with, ended.receivedAt, id)
  count_stored(run)
  -- Of a delivery nothing reads these any more; a message is recalled by those after it.
  if redis.call('HGET', run, 'kind') ~= 'message' then
    redis.call('PEXPIRE', calls, 3600000)
    redis.call('PEXPIRE', turns, 3600000)
    redis.call('ZADD', string.match(run, '^{.-}') .. ':archive:due', redis.call('HGET', run, 'finishedAt'), id)
  end
  -- A counter that is damaged or full stays as it is: it does not keep the run from its end, nor the others from counting.
  redis.pcall('HINCRBY', usage, 'automationRuns', ended.automationRuns)
  redis.pcall('HINCRBY', usage, 'inputTokens', ended.inputTokens)
  redis.pcall('HINCRBY', usage, 'outputTokens', ended.outputTokens)
  redis.pcall('HINCRBY', usage, 'money:' .. ended.moneyState, 1)
  redis.pcall('HINCRBY', usage, 'micros', ended.micros)
  local shares = ended.shares
  for _, share in ipairs(shares.counts) do redis.pcall('HINCRBY', shares_of[share[1]], share[2], share[3]) end
  redis.pcall('HSET', by_automation, shares.name[1], shares.name[2])
  use_budget(run, id, ended.budgetRuns, ended.budgetUse, ended.automationRuns, ended.inputTokens + ended.outputTokens,
    ended.micros)
  count(redis.call('HGET', run, 'outcome'), 1, ended.moment, first)
  publish_change(run)
  return ended.event and note_event(string.match(run, '^{.-}'), ended.event) or {}
end
