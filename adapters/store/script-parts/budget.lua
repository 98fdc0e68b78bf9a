-- The budget of an automation as it is stored; nil where it has none, or where that cannot be read.
local function read_budget(stored)
  if not stored or stored == '' then return nil end
  local is_read, budget = pcall(cjson.decode, stored)
  if is_read and type(budget) == 'table' then return budget end
  return nil
end

-- Whether a budget leaves nothing for one more run. What was claimed before, and lost its claim, has its part already.
-- `runs`, `use`: keys of the day.
local function is_used_up(budget, runs, use, id)
  if not budget then return false end
  if budget.runs and redis.call('SCARD', runs) >= budget.runs and redis.call('SISMEMBER', runs, id) == 0 then return true end
  local used = redis.call('HMGET', use, 'tokens', 'micros')
  if budget.tokens and (tonumber(used[1] or '0') or 0) >= budget.tokens then return true end
  return budget.amountMicros ~= nil and (tonumber(used[2] or '0') or 0) >= budget.amountMicros
end

-- Counts what a run used that is over; one that is not billed takes nothing of the runs.
-- `runs`, `use`: what the keys of the days begin with.
local function use_budget(run, id, runs, use, billed, tokens, micros)
  local day = redis.call('HGET', run, 'budgetDay')
  if not day then return end
  if billed == 0 then redis.pcall('SREM', runs .. day, id) end
  redis.pcall('HINCRBY', use .. day, 'tokens', tokens)
  redis.pcall('HINCRBY', use .. day, 'micros', micros)
  redis.pcall('EXPIRE', use .. day, 3 * 86400)
end
