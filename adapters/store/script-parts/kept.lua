-- The bodies of skipped deliveries that an automation keeps: how many they are, and their bytes. These stand beside the list with
-- the number that they are of; where that is another, because an earlier release wrote the list, they are added up anew.
local function kept_sum(kept)
  local rows = redis.call('HLEN', kept)
  local of_rows, known = string.match(redis.call('GET', kept .. ':bytes') or '', '^(%d+) (%d+)$')
  if tonumber(of_rows) == rows then return rows, tonumber(known) end
  local bytes = 0
  for _, size in ipairs(redis.call('HVALS', kept)) do bytes = bytes + (tonumber(size) or 0) end
  return rows, bytes
end

local function note_kept(kept, rows, bytes)
  if rows < 1 then return redis.call('DEL', kept .. ':bytes') end
  redis.call('SET', kept .. ':bytes', string.format('%.0f %.0f', rows, math.max(bytes, 0)))
end

local function drop_kept(kept, id)
  local size = redis.call('HGET', kept, id)
  if not size then return end
  local rows, bytes = kept_sum(kept)
  redis.call('HDEL', kept, id)
  note_kept(kept, rows - 1, bytes - (tonumber(size) or 0))
end
