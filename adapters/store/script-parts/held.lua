-- Deliveries that are accepted and wait, in the order in which they arrived: for each automation a set of those that need nothing
-- but room (`:held`), a set of those behind another of their reference (`:held:line`), and the bytes of both. Of the automations of a
-- workspace that have a set, the sets of these names know. All have the hash tag of the automation. Uses script-parts/line.lua.

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
local function hold_delivery(automation, run, id, bytes, line)
  local held = automation .. ':held'
  local newest = redis.call('ZRANGE', held, -1, -1)[1]
  local at = next_place(held, line or held)
  local is_behind = line and first_in_line(automation, line) ~= nil
  put_held(automation, is_behind and ':held:line' or ':held', at, id)
  if line then redis.call('ZADD', line, at, id) end
  redis.call('INCRBY', held .. ':bytes', bytes)
  redis.call('HSET', run, 'heldSince', string.format('%.0f', math.floor(at / 1000)))
  return (is_behind or newest) and 'next' or 'first'
end

-- Takes a delivery off those that are held; one that is not changes nothing. `record`: its fields.
local function leave_held(run, id, record)
  if not record.heldSince or not record.automationId then return end
  local automation = string.match(run, '^{.-}') .. ':automation:' .. record.automationId
  redis.call('HDEL', run, 'heldSince')
  if take_held(automation, ':held', id) + take_held(automation, ':held:line', id) > 0 then
    redis.pcall('DECRBY', automation .. ':held:bytes', record.sizeBytes or 0)
  end
  if redis.call('EXISTS', automation .. ':held', automation .. ':held:line') == 0 then
    redis.call('DEL', automation .. ':held:bytes')
  end
end
