-- Tells the live readers of the workspace what became of a run. A server that refuses to publish does not fail the script.
local function publish_change(run)
  local record = redis.call('HMGET', run, 'automationId', 'outcome')
  local workspace, id = string.match(run, '^{(.-)}:delivery:(.+)$')
  redis.pcall('PUBLISH', 'live:' .. workspace,
    cjson.encode({ deliveryId = id, automationId = record[1], outcome = record[2] }))
end
