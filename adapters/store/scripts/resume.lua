-- Takes a slot for the next step of a run that waited. Runs of one target come in the order in which they first asked,
-- and hold a part of the slots at most.
-- KEYS: run, slots, workspace. ARGV: run id, usual slots, the part of them for one target.
-- Answer: ms to wait before it asks again, 0 where it goes on; ms since it first asked.
local run, id = KEYS[1], ARGV[1]
local workspace = string.match(run, '^{.-}')
local waiting, resumed = workspace .. ':waiting', workspace .. ':places:resumed'
-- One that an earlier release let wait holds its slot, or is known nowhere.
if redis.call('ZSCORE', KEYS[2], id) or not redis.call('ZSCORE', waiting, id) then return {0, 0} end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local target = redis.call('HGET', run, 'waitsFor') or ''
local queue = queue_of(workspace, target)
redis.call('ZADD', queue, 'NX', now, id)
local waited_ms = now - redis.call('ZSCORE', queue, id)

-- Those that are late let others pass, and those that do not come any more are dropped: their worker may be gone.
local late_ms, lost_ms, looked_at = 10000, 60000, 16
local ahead = 0
for rank, other in ipairs(redis.call('ZRANGE', queue, 0, looked_at - 1)) do
  if other == id then break end
  local due = tonumber(redis.call('ZSCORE', waiting, other) or '0')
  if due < now - lost_ms then redis.call('ZREM', queue, other)
  elseif due >= now - late_ms then ahead = ahead + 1 end
  if rank == looked_at then ahead = redis.call('ZRANK', queue, id) end
end

local of_target = 0
local holders = redis.call('HGETALL', resumed)
for index = 1, #holders, 2 do
  if not redis.call('ZSCORE', KEYS[2], holders[index]) then redis.call('HDEL', resumed, holders[index])
  elseif holders[index + 1] == target then of_target = of_target + 1 end
end

local max = put_own({ concurrentDeliveries = tonumber(ARGV[2]) }, redis.call('HGET', KEYS[3], 'limits')).concurrentDeliveries
local has_turn = of_target + ahead < math.max(1, math.floor(max * ARGV[3]))
if has_turn and take_slot(KEYS[2], KEYS[2] .. ':turn', 'waited', id, now, max) then
  leave_waiting(run, id)
  redis.call('ZADD', KEYS[2], '+inf', id)
  redis.call('HSET', resumed, id, target)
  publish_change(run)
  return {0, waited_ms}
end
-- The longer it waits the less often it asks, within the time for which a slot is kept for it.
local wait_ms = math.floor(math.max(250 * (ahead + 1), waited_ms / 8))
wait_ms = math.min(wait_ms, has_turn and 10000 or 30000)
local next_try_at = string.format('%.0f', now + wait_ms)
redis.call('ZADD', waiting, next_try_at, id)
redis.call('HSET', run, 'nextTryAt', next_try_at)
return {wait_ms, waited_ms}
