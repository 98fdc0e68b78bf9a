-- Approvals of requests. One is on the list of all and on that of its state; the record of a run names those of its requests.

local function approval_key(workspace, id) return workspace .. ':approval:' .. id end
local function approvals_key(workspace, list) return workspace .. ':approvals:' .. list end

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Only one that is open changes its state: so the first decision is the only one.
local function settle_approval(workspace, id, state, now)
  local key = approval_key(workspace, id)
  redis.call('HSET', key, 'state', state, 'decidedAt', string.format('%.0f', now))
  redis.call('ZREM', approvals_key(workspace, 'open'), id)
  redis.call('ZADD', approvals_key(workspace, state), redis.call('HGET', key, 'askedAt'), id)
end

local function each_approval(run, approvals, visit)
  local workspace = string.match(run, '^{.-}')
  for id in string.gmatch(approvals or '', '%S+') do
    visit(workspace, id, redis.call('HGET', approval_key(workspace, id), 'state'))
  end
end

-- The run is over: what it waited for is sent no more. `approvals`: those of its record.
local function void_approvals(run, approvals)
  each_approval(run, approvals, function(workspace, id, state)
    if state == 'open' then settle_approval(workspace, id, 'void', now_ms()) end
  end)
end

local function drop_approvals(run)
  each_approval(run, redis.call('HGET', run, 'approvals'), function(workspace, id, state)
    redis.call('ZREM', approvals_key(workspace, 'all'), id)
    if state then redis.call('ZREM', approvals_key(workspace, state), id) end
    redis.call('UNLINK', approval_key(workspace, id))
  end)
end
