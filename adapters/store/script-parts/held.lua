-- Deliveries that are accepted and wait, in the order in which they arrived: for each automation a set of those that need nothing
-- but room (`:held`), a set of those behind another of their reference (`:held:line`), the bytes of both, and a set of the automations
-- that hold any. All have the hash tag of the automation. Uses script-parts/line.lua.

-- Whether an automation holds as much as it may: by number, by bytes, or because the oldest that needs room waits for too long.
local function is_hold_full(automation, bytes, now, max, bytes_max, for_max)
  local held = automation .. ':held'
  if redis.call('ZCARD', held) + redis.call('ZCARD', held .. ':line') >= max then return true end
  if (tonumber(redis.call('GET', held .. ':bytes') or '0') or 0) + bytes > bytes_max then return true end
  local oldest = redis.call('ZRANGE', held, 0, 0, 'WITHSCORES')
  return oldest[2] ~= nil and tonumber(oldest[2]) / 1000 <= now - for_max
end

-- Holds a delivery whose record and body are written, at the end of the line of its reference where it has one. Answers 'first'
-- where it needs nothing but room, and nothing that does was held before.
local function hold_delivery(automation, automation_id, run, id, bytes, line)
  local held = automation .. ':held'
  local newest = redis.call('ZRANGE', held, -1, -1)[1]
  local at = next_place(held, line or held)
  local is_behind = line and first_in_line(automation, line) ~= nil
  redis.call('ZADD', is_behind and held .. ':line' or held, at, id)
  if line then redis.call('ZADD', line, at, id) end
  redis.call('INCRBY', held .. ':bytes', bytes)
  redis.call('SADD', string.match(automation, '^{.-}') .. ':held', automation_id)
  redis.call('HSET', run, 'heldSince', string.format('%.0f', math.floor(at / 1000)))
  return (is_behind or newest) and 'next' or 'first'
end

-- Takes a delivery off those that are held; one that is not changes nothing.
local function leave_held(run, id)
  local found = redis.call('HMGET', run, 'heldSince', 'automationId', 'sizeBytes')
  if not found[1] or not found[2] then return end
  local workspace = string.match(run, '^{.-}')
  local held = workspace .. ':automation:' .. found[2] .. ':held'
  redis.call('HDEL', run, 'heldSince')
  if redis.call('ZREM', held, id) + redis.call('ZREM', held .. ':line', id) > 0 then
    redis.pcall('DECRBY', held .. ':bytes', found[3] or 0)
  end
  if redis.call('EXISTS', held, held .. ':line') > 0 then return end
  redis.call('DEL', held .. ':bytes')
  redis.call('SREM', workspace .. ':held', found[2])
end
