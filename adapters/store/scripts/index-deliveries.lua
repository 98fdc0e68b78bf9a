-- Indexes deliveries that were stored before there was an index or an archive, or by a process that knew neither.
-- KEYS: index of deliveries, deliveries that are to be archived, then the deliveries, …
-- ARGV: 1 where those that ended are put among the latter. Answer: how many they were.
local function ended_at(record)
  local outcome = record.outcome
  if outcome == 'running' or outcome == 'waiting' or record.archive or record.erasedAt then return false end
  if outcome == 'skipped' and is_door_reason(record.reason) then return false end
  return record.finishedAt
end

for at = 3, #KEYS do
  local record = fields_of(KEYS[at])
  if record.phase == 'confirmed' then
    index_delivery(KEYS[1], KEYS[at], record)
    local ended = ARGV[1] == '1' and ended_at(record)
    if ended then redis.call('ZADD', KEYS[2], ended, string.match(KEYS[at], '[^:]+$')) end
  end
end
return #KEYS - 2
