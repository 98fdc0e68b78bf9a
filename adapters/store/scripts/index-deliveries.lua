-- Indexes deliveries that were stored before there was an index or an archive, or by a process that knew neither.
-- KEYS: index of deliveries, deliveries that are to be archived, then the deliveries, …
-- ARGV: 1 where those that ended are put among the latter. Answer: how many they were.
local function ended_at(run)
  local found = redis.call('HMGET', run, 'outcome', 'reason', 'finishedAt', 'archive', 'erasedAt')
  if found[1] == 'running' or found[1] == 'waiting' or found[4] or found[5] then return false end
  if found[1] == 'skipped' and is_door_reason(found[2]) then return false end
  return found[3]
end

for at = 3, #KEYS do
  if redis.call('HGET', KEYS[at], 'phase') == 'confirmed' then
    index_delivery(KEYS[1], KEYS[at])
    local ended = ARGV[1] == '1' and ended_at(KEYS[at])
    if ended then redis.call('ZADD', KEYS[2], ended, string.match(KEYS[at], '[^:]+$')) end
  end
end
return #KEYS - 2
