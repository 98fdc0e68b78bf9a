-- Runs that gave their slot back and wait for their next try. The keys have the hash tag of the run.

-- Those that want a slot for the same target, in the order in which they asked.
local function queue_of(workspace, target) return workspace .. ':resuming:' .. redis.sha1hex(target) end

-- A run that is not over is `running`, or `waiting` for an approval, and on the list of the activity that says so.
local function set_open_outcome(run, id, outcome)
  local found = redis.call('HMGET', run, 'outcome', 'automationId', 'receivedAt')
  if found[1] == outcome then return end
  local activity = string.match(run, '^{.-}') .. ':automation:' .. found[2] .. ':activity:'
  redis.call('HSET', run, 'outcome', outcome)
  redis.call('ZREM', activity .. found[1], id)
  redis.call('ZADD', activity .. outcome, found[3], id)
end

-- A run waits no more, because it goes on or is over. `record`: its fields, where they are read already.
local function leave_waiting(run, id, record)
  local workspace = string.match(run, '^{.-}')
  local outcome = record and (record.outcome or 'gone') or redis.call('HGET', run, 'outcome')
  if outcome == 'waiting' then set_open_outcome(run, id, 'running') end
  -- One that waits, or waited before, has noted for what.
  if record and record.outcome and not record.waitsFor then return end
  redis.call('HDEL', workspace .. ':places:resumed', id)
  if redis.call('ZREM', workspace .. ':waiting', id) == 0 then return end
  local found = redis.call('HMGET', run, 'automationId', 'waitsFor')
  if found[1] then redis.call('SREM', workspace .. ':automation:' .. found[1] .. ':waiting', id) end
  if found[2] then redis.call('ZREM', queue_of(workspace, found[2]), id) end
  redis.call('HDEL', run, 'nextTryAt')
end
