-- Deliveries that are accepted and wait for room, in the order in which they arrived: a set of them for each automation, the
-- bytes of their bodies, and a set of the automations that hold any. All have the hash tag of the automation.

-- Whether an automation holds as much as it may: by number, by bytes, or because its oldest waits for too long.
local function is_hold_full(automation, bytes, now, max, bytes_max, for_max)
  local held = automation .. ':held'
  if redis.call('ZCARD', held) >= max then return true end
  if (tonumber(redis.call('GET', held .. ':bytes') or '0') or 0) + bytes > bytes_max then return true end
  local oldest = redis.call('ZRANGE', held, 0, 0, 'WITHSCORES')
  return oldest[2] ~= nil and tonumber(oldest[2]) / 1000 <= now - for_max
end

-- Holds a delivery whose record and body are written. Answers 'first' where nothing was held before.
local function hold_delivery(automation, automation_id, run, id, bytes)
  local held = automation .. ':held'
  local time = redis.call('TIME')
  local newest = redis.call('ZRANGE', held, -1, -1, 'WITHSCORES')
  -- The order stays where the clock steps back.
  local at = math.max(time[1] * 1000000 + time[2], (tonumber(newest[2] or '0') or 0) + 1)
  redis.call('ZADD', held, string.format('%.0f', at), id)
  redis.call('INCRBY', held .. ':bytes', bytes)
  redis.call('SADD', string.match(automation, '^{.-}') .. ':held', automation_id)
  redis.call('HSET', run, 'heldSince', string.format('%.0f', math.floor(at / 1000)))
  return newest[1] and 'next' or 'first'
end

-- Takes a delivery off those that are held; one that is not changes nothing.
local function leave_held(run, id)
  local found = redis.call('HMGET', run, 'heldSince', 'automationId', 'sizeBytes')
  if not found[1] or not found[2] then return end
  local workspace = string.match(run, '^{.-}')
  local held = workspace .. ':automation:' .. found[2] .. ':held'
  redis.call('HDEL', run, 'heldSince')
  if redis.call('ZREM', held, id) == 1 then redis.pcall('DECRBY', held .. ':bytes', found[3] or 0) end
  if redis.call('EXISTS', held) == 1 then return end
  redis.call('DEL', held .. ':bytes')
  redis.call('SREM', workspace .. ':held', found[2])
end
