-- What a workspace stores: the bytes of each run are noted with it (`storedBytes`), their sum with the workspace, so that
-- what leaves is taken off exactly as it was added. A counter that is damaged or full stays as it is, and keeps nothing from
-- going on. The key of the sum has the hash tag of the run.
local function storage_of(run) return string.match(run, '^{.-}') .. ':storage' end

local function storage_day()
  return math.floor(redis.call('TIME')[1] / 86400)
end

local function add_stored(run, bytes)
  if bytes ~= 0 then redis.pcall('HINCRBY', storage_of(run), 'bytes', string.format('%.0f', bytes)) end
end

-- Of these bytes those that are in memory (`hotBytes`): what is archived is not among them.
local function add_hot(run, bytes)
  if bytes ~= 0 then redis.pcall('HINCRBY', storage_of(run), 'hotBytes', string.format('%.0f', bytes)) end
end

local function bytes_in(fields)
  local bytes = 0
  for name, value in pairs(fields) do
    if name ~= 'storedBytes' and name ~= 'hotBytes' then bytes = bytes + #name + #value end
  end
  return bytes
end

-- The size of the body that is kept, as it arrived; the record of a message does not have it.
local function body_bytes(run, record)
  if record.kind == 'message' then return redis.call('STRLEN', run .. ':body') end
  return redis.call('EXISTS', run .. ':body') * (tonumber(record.sizeBytes or '') or 0)
end

-- How many bytes are kept of a run for long: its fields, its steps, its body, its kept repeat. `record`, `steps`: their fields,
-- where they are read already.
local function bytes_of(run, record, steps)
  record = record or fields_of(run)
  local bytes = body_bytes(run, record) + bytes_in(record) + bytes_in(steps or fields_of(run .. ':steps'))
  return record.duplicates and bytes + bytes_in(fields_of(run .. ':repeat')) or bytes
end

-- Writes fields of a run with how many bytes are kept of it then. Answers by how much its share of all and of those in memory
-- changed.
local function write_counted(run, record, bytes, fields)
  local text = string.format('%.0f', bytes)
  redis.call('HSET', run, 'storedBytes', text, 'hotBytes', text, unpack(fields))
  return bytes - (tonumber(record.storedBytes or '0') or 0), bytes - (tonumber(record.hotBytes or '0') or 0)
end

local function with_fields(record, fields)
  for index = 1, #fields, 2 do record[fields[index]] = fields[index + 1] end
  return record
end

-- Writes fields of a run, and brings its count to what is kept of it now. Answers by how much that changed.
local function count_stored(run, record, steps, fields)
  record = with_fields(record or fields_of(run), fields or {})
  local change, hot_change = write_counted(run, record, bytes_of(run, record, steps), fields or {})
  add_stored(run, change)
  add_hot(run, hot_change)
  return change
end

-- The same for a run that is stored from now on, of which there is no more than its record and its body of so many bytes, also
-- among the bytes of the day.
local function count_new(run, record, fields, body_bytes)
  with_fields(record, fields)
  local bytes = bytes_in(record) + body_bytes
  local change, hot_change = write_counted(run, record, bytes, fields)
  local key, day = storage_of(run), storage_day()
  local found = redis.call('HMGET', key, 'bytes', 'hotBytes', 'day', 'dayBytes')
  local function sum(stored, more)
    local is_number = string.match(stored or '0', '^%-?%d+$') and math.abs(tonumber(stored or '0')) < 2 ^ 53
    return is_number and string.format('%.0f', (stored or 0) + more) or stored
  end
  local of_day = '0'
  if tonumber(found[3] or '') == day then of_day = found[4] end
  redis.call('HSET', key, 'bytes', sum(found[1], change), 'hotBytes', sum(found[2], hot_change), 'day', day,
    'dayBytes', sum(of_day, bytes))
end

-- Counts a run no more. It is about to be removed.
local function uncount_stored(run)
  local before = redis.call('HMGET', run, 'storedBytes', 'hotBytes')
  add_stored(run, -(tonumber(before[1] or '0') or 0))
  add_hot(run, -(tonumber(before[2] or '0') or 0))
end

-- From here on a workspace that holds more than its share takes nothing new. The share is one of what is free: however many
-- want more, something stays free for the next one.
local share_from, share_of_free = 0.6, 0.25

-- How many bytes in memory one workspace may hold: asked at each delivery, because a second is time enough to fill a small
-- server. One without `maxmemory` is not shared out.
local function memory_share()
  local info = redis.pcall('INFO', 'memory')
  if type(info) ~= 'string' then return math.huge end
  local used = tonumber(string.match(info, '\nused_memory:(%d+)') or '0')
  local max = tonumber(string.match(info, '\nmaxmemory:(%d+)') or '0')
  if max == 0 or used < max * share_from then return math.huge end
  return (max - used) * share_of_free
end

local function is_over_share(hot_bytes, bytes)
  return (tonumber(hot_bytes or '0') or 0) + bytes > memory_share()
end

-- Whether there is no room for more bytes: "total", "day", or nil where there is.
local function without_room(run, bytes, total_max, day_max)
  local found = redis.call('HMGET', storage_of(run), 'bytes', 'day', 'dayBytes', 'hotBytes')
  if (tonumber(found[1] or '0') or 0) + bytes > total_max then return 'total' end
  if is_over_share(found[4], bytes) then return 'total' end
  if bytes > day_max then return 'day' end
  local is_much = (tonumber(found[3] or '0') or 0) + bytes > day_max
  if is_much and tonumber(found[2] or '') == storage_day() then return 'day' end
  return nil
end
