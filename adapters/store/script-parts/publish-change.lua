-- Tells the live readers of the workspace what became of a run. A server that refuses to publish does not fail the script.
-- `record`: its fields, where they are read already.
local function publish_change(run, record)
  local found = record and { record.automationId, record.outcome } or redis.call('HMGET', run, 'automationId', 'outcome')
  local workspace, id = string.match(run, '^{(.-)}:delivery:(.+)$')
  redis.pcall('PUBLISH', 'live:' .. workspace,
    cjson.encode({ deliveryId = id, automationId = found[1], outcome = found[2] }))
end
