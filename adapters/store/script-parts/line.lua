-- The line of a reference: its deliveries whose runs go one after the other (`order` of their automation), the first of which
-- is run, or needs nothing but room. Each is stored for good, so that its end alone takes it away. The key has the hash tag of
-- the automation.

local function line_of(automation, reference) return automation .. ':line:' .. redis.sha1hex(reference) end

-- The score of what comes last in two sets: the time in µs, and more than what they have where the clock steps back.
local function next_place(one, other)
  local time = redis.call('TIME')
  local at = time[1] * 1000000 + time[2]
  for _, set in ipairs({one, other}) do
    local newest = redis.call('ZRANGE', set, -1, -1, 'WITHSCORES')
    at = math.max(at, (tonumber(newest[2] or '0') or 0) + 1)
  end
  return string.format('%.0f', at)
end

-- Puts a delivery into a set of those that are held, `:held` or `:held:line`, and takes it out.
local function put_held(automation, set, at, id)
  redis.call('ZADD', automation .. set, at, id)
  redis.call('SADD', string.match(automation, '^{.-}') .. set, string.match(automation, '[^:]+$'))
end
local function take_held(automation, set, id)
  local taken = redis.call('ZREM', automation .. set, id)
  if redis.call('EXISTS', automation .. set) == 0 then
    redis.call('SREM', string.match(automation, '^{.-}') .. set, string.match(automation, '[^:]+$'))
  end
  return taken
end

-- The first of a line that is not over; nil where nothing is in line. What is over and still there, because a process of an earlier
-- release ended it or its record was lost, is dropped.
local function first_in_line(automation, line)
  while true do
    local id = redis.call('ZRANGE', line, 0, 0)[1]
    if not id then return nil end
    local outcome = redis.call('HGET', string.match(line, '^{.-}') .. ':delivery:' .. id, 'outcome')
    if outcome == 'running' or outcome == 'waiting' then return id end
    redis.call('ZREM', line, id)
    take_held(automation, ':held:line', id)
  end
end

-- Whether so many stand behind the run that is under way.
local function is_line_full(automation, line, max)
  local first = first_in_line(automation, line)
  local is_held = first and redis.call('HEXISTS', string.match(line, '^{.-}') .. ':delivery:' .. first, 'heldSince') or 1
  return redis.call('ZCARD', line) - (1 - is_held) >= max
end

-- The first of a line, where it is held behind another, needs nothing but room from now on: it comes before what arrived after it.
-- Its score is at least that of the oldest, less one: for how long that waits says whether there is room at all.
local function free_line(automation, line)
  local held = automation .. ':held'
  local first = first_in_line(automation, line)
  local at = first and redis.call('ZSCORE', held .. ':line', first)
  if not at then return false end
  local oldest = redis.call('ZRANGE', held, 0, 0, 'WITHSCORES')[2] or next_place(held, held)
  take_held(automation, ':held:line', first)
  put_held(automation, ':held', string.format('%.0f', math.max(tonumber(at), oldest - 1)), first)
  return true
end

-- A run is over. Answers whether another of its reference may begin. `record`: its fields.
local function leave_line(run, id, record)
  if not record.automationId or not record.reference then return false end
  local automation = string.match(run, '^{.-}') .. ':automation:' .. record.automationId
  local line = line_of(automation, record.reference)
  if redis.call('ZREM', line, id) == 0 then return false end
  return free_line(automation, line)
end
