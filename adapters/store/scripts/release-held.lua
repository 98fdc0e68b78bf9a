-- Gives the oldest delivery that an automation holds a slot, where there is room for it: its run is to be started then. One
-- that is over already leaves the others to go on, and so does one behind another of its reference.
-- KEYS: automation, workspace, minute (sorted set), slots (sorted set), runs of the day's budget, use of the day's budget.
-- ARGV: key prefix of deliveries, usual deliveries a minute and slots, day of the budget, runs of the automation that wait at most.
-- Answer: {status, …}: empty (none needs nothing but room) | retired, deliveryId (the automation is deleted; nothing is changed) |
--   paused | suspended | budget | rate, wait ms | full |
--   released, deliveryId, workflowId, eventId, name, reference (empty for none).
local held, behind = ':held', ':held:line'

-- The oldest of a set that is to be run, with its reference.
local function oldest_of(set)
  while true do
    local id = redis.call('ZRANGE', KEYS[1] .. set, 0, 0)[1]
    if not id then return nil end
    local run = ARGV[1] .. id
    local record = fields_of(run)
    if record.outcome == 'running' and record.heldSince then return id, run, record.reference end
    leave_held(run, id, record)
    take_held(KEYS[1], set, id)
  end
end

-- Those that were held before their automation asked for an order stand in line from the moment in which they would begin.
local function next_held()
  while true do
    local id, run, reference = oldest_of(held)
    local line = reference and line_of(KEYS[1], reference)
    if not line or not redis.call('ZSCORE', line, id) or first_in_line(KEYS[1], line) == id then return id, run end
    put_held(KEYS[1], behind, redis.call('ZSCORE', KEYS[1] .. held, id), id)
    take_held(KEYS[1], held, id)
  end
end

-- The end of a run frees its line. Whatever kept that from happening is made good here, for one of them at each look.
local function free_some_line()
  while true do
    local id = redis.call('ZRANDMEMBER', KEYS[1] .. behind)
    local reference = id and redis.call('HGET', ARGV[1] .. id, 'reference')
    if reference then return free_line(KEYS[1], line_of(KEYS[1], reference)) end
    if not id then return end
    take_held(KEYS[1], behind, id)
  end
end

local automation = redis.call('HMGET', KEYS[1], 'state', 'budget')
local is_deleted = not automation[1] or automation[1] == 'deleted'
free_some_line()
local id, run = next_held()
if not id and is_deleted then id = oldest_of(behind) end
if not id then
  -- Whatever a lost record left.
  take_held(KEYS[1], held, '')
  if redis.call('EXISTS', KEYS[1] .. behind) == 0 then redis.call('DEL', KEYS[1] .. held .. ':bytes') end
  return {'empty'}
end
if is_deleted then return {'retired', id} end
if automation[1] == 'paused' then return {'paused'} end
local of_workspace = redis.call('HMGET', KEYS[2], 'state', 'budget', 'limits')
if (of_workspace[1] or 'active') ~= 'active' then return {'suspended'} end
local limits = limits_of(read_limits(automation[2]), read_limits(of_workspace[2]), KEYS[6])
if is_used_up(limits, KEYS[5], id) then return {'budget'} end
local own = put_own({ deliveriesPerMinute = tonumber(ARGV[2]), concurrentDeliveries = tonumber(ARGV[3]) }, of_workspace[3])

if redis.call('SCARD', KEYS[1] .. ':waiting') >= tonumber(ARGV[5]) then return {'full'} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - 60000)
if redis.call('ZCARD', KEYS[3]) >= own.deliveriesPerMinute then
  local oldest = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
  return {'rate', string.format('%.0f', oldest[2] + 60000 - now)}
end
if not take_slot(KEYS[4], KEYS[4] .. ':turn', 'waited', id, now, own.concurrentDeliveries) then return {'full'} end

redis.call('ZADD', KEYS[3], now, id)
redis.call('PEXPIRE', KEYS[3], 60000)
redis.call('ZADD', KEYS[4], '+inf', id)
leave_held(run, id, fields_of(run))
if #limits > 0 then
  redis.call('HSET', run, 'budgetDay', ARGV[4])
  count_run(KEYS[5], KEYS[6], id, 1)
end
publish_change(run)
local found = redis.call('HMGET', run, 'workflowId', 'eventId', 'automationName', 'reference')
return {'released', id, found[1], found[2], found[3], found[4] or ''}
