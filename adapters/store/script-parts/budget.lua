-- Uses script-parts/stored-limits.lua.

-- The keys of what is used, by that of the day of an automation (`use`): of its month, and of the month of its workspace.
local function months_of(use)
  local month = string.sub(use, 1, -4)
  return month, string.match(use, '^{.-}') .. string.match(month, ':budget%-use:%d+%-%d+$')
end

-- The limits that hold for an automation: {limits, the key of what was used of them, "day", "month" or "workspace"}, …
local function limits_of(budget, whole, use)
  local limits = {}
  local month, whole_month = months_of(use)
  if budget then
    table.insert(limits, {budget, use, 'day'})
    if budget.perMonth then table.insert(limits, {budget.perMonth, month, 'month'}) end
  end
  if whole and whole.perMonth then table.insert(limits, {whole.perMonth, whole_month, 'workspace'}) end
  return limits
end

local function used_of(use)
  local used = redis.call('HMGET', use, 'tokens', 'micros', 'runs')
  return tonumber(used[1] or '0') or 0, tonumber(used[2] or '0') or 0, tonumber(used[3] or '0') or 0
end

-- Whether limits leave nothing for one more run. What was claimed before, and lost its claim, has its part already.
-- `runs`: key of the runs of the day.
local function is_used_up(limits, runs, id)
  for _, limit in ipairs(limits) do
    local most, use, span = unpack(limit)
    local tokens, micros, started = used_of(use)
    if span == 'day' then started = redis.call('SCARD', runs) end
    if most.runs and started >= most.runs and redis.call('SISMEMBER', runs, id) == 0 then return true end
    if most.tokens and tokens >= most.tokens then return true end
    if most.amountMicros and micros >= most.amountMicros then return true end
  end
  return false
end

local function add_use(use, seconds, field, amount)
  redis.pcall('HINCRBY', use, field, amount)
  redis.pcall('EXPIRE', use, seconds)
end

local day_seconds, month_seconds = 3 * 86400, 62 * 86400

-- Counts a run for its day and the months, once: `amount` is 1 to take its part, -1 to give it back.
local function count_run(runs, use, id, amount)
  local changed = redis.pcall(amount == 1 and 'SADD' or 'SREM', runs, id)
  redis.pcall('EXPIRE', runs, day_seconds)
  if changed ~= 1 then return end
  for _, month in ipairs({months_of(use)}) do add_use(month, month_seconds, 'runs', amount) end
end

-- Counts what models used. A chat is of no automation.
local function count_use(use, is_of_automation, tokens, micros)
  local month, whole_month = months_of(use)
  local function add(key, seconds)
    add_use(key, seconds, 'tokens', tokens)
    add_use(key, seconds, 'micros', micros)
  end
  add(whole_month, month_seconds)
  if not is_of_automation then return end
  add(month, month_seconds)
  add(use, day_seconds)
end

-- Counts what a run that is over used beside its reservations; one that is not billed takes nothing of the runs.
-- `record`: its fields. `runs`, `use`: what the keys of the days begin with.
local function use_budget(record, id, runs, use, billed, tokens, micros)
  local day = record.budgetDay
  if not day then return end
  if billed == 0 then count_run(runs .. day, use .. day, id, -1) end
  local function rest(all, counted) return math.max(all - (tonumber(counted or '0') or 0), 0) end
  count_use(use .. day, true, rest(tokens, record.budgetTokens), rest(micros, record.budgetMicros))
end
