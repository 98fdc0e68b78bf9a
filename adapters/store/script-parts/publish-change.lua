-- True where it is sent to a cluster (script.ts): nodes pass on to each other all that is published, but on channels of a shard.
local is_cluster = false

-- Tells the live readers of the workspace what became of a run. A server that refuses to publish does not fail the script.
-- `record`: its fields, where they are read already.
local function publish_change(run, record)
  local found = record and { record.automationId, record.outcome } or redis.call('HMGET', run, 'automationId', 'outcome')
  local workspace, id = string.match(run, '^{(.-)}:delivery:(.+)$')
  local change = cjson.encode({ deliveryId = id, automationId = found[1], outcome = found[2] })
  -- Redis 6.2 has no channels of a shard.
  if is_cluster and type(redis.pcall('SPUBLISH', 'live:{' .. workspace .. '}', change)) == 'number' then return end
  redis.pcall('PUBLISH', 'live:' .. workspace, change)
end
