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

-- How many bytes are kept of a run for long: its fields, its steps, its body, its kept repeat.
local function bytes_of(run)
  local bytes = redis.call('STRLEN', run .. ':body')
  for _, hash in ipairs({ run, run .. ':steps', run .. ':repeat' }) do
    local found = redis.call('HGETALL', hash)
    for index = 1, #found, 2 do
      local is_count = found[index] == 'storedBytes' or found[index] == 'hotBytes'
      if not is_count then bytes = bytes + #found[index] + #found[index + 1] end
    end
  end
  return bytes
end

-- Brings the count of a run to what is kept of it now. Answers by how much it changed.
local function count_stored(run)
  local bytes = bytes_of(run)
  local before = redis.call('HMGET', run, 'storedBytes', 'hotBytes')
  local change = bytes - (tonumber(before[1] or '0') or 0)
  local text = string.format('%.0f', bytes)
  redis.call('HSET', run, 'storedBytes', text, 'hotBytes', text)
  add_stored(run, change)
  add_hot(run, bytes - (tonumber(before[2] or '0') or 0))
  return change
end

-- Counts a run that is stored from now on, also among the bytes of the day.
local function count_new(run)
  local bytes, key, day = count_stored(run), storage_of(run), storage_day()
  if tonumber(redis.call('HGET', key, 'day') or '') ~= day then
    redis.call('HSET', key, 'day', day, 'dayBytes', '0')
  end
  redis.pcall('HINCRBY', key, 'dayBytes', string.format('%.0f', bytes))
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

local function is_over_share(run, bytes)
  return (tonumber(redis.call('HGET', storage_of(run), 'hotBytes') or '0') or 0) + bytes > memory_share()
end

-- Whether there is no room for more bytes: "total", "day", or nil where there is.
local function without_room(run, bytes, total_max, day_max)
  local found = redis.call('HMGET', storage_of(run), 'bytes', 'day', 'dayBytes')
  if (tonumber(found[1] or '0') or 0) + bytes > total_max then return 'total' end
  if is_over_share(run, bytes) then return 'total' end
  local of_day = tonumber(found[2] or '') == storage_day() and (tonumber(found[3] or '0') or 0) or 0
  if of_day + bytes > day_max then return 'day' end
  return nil
end
