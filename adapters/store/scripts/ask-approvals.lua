-- Asks for approvals of requests, all of them at once, and lets the run of a delivery wait for the first, without a slot.
-- KEYS: open approvals, then record of the run and slots, unless no run waits. ARGV: arguments by name (`asked` in approval/approvals.ts).
-- Answer: state of the first, ms until it expires | full (too many are open; nothing was written) | over (the run, or its record).
local asked = cjson.decode(ARGV[1])
local open, run, slots = unpack(KEYS)
local workspace, id = '{' .. asked.workspaceId .. '}', asked.runId
if run then
  local found = redis.call('HMGET', run, 'outcome', 'erasedAt')
  if (found[1] ~= 'running' and found[1] ~= 'waiting') or found[2] then return {'over', 0} end
end

local now, new = now_ms(), {}
for _, approval in ipairs(asked.approvals) do
  if redis.call('EXISTS', approval_key(workspace, approval.id)) == 0 then new[#new + 1] = approval end
end
if redis.call('ZCARD', open) + #new > asked.openMax then return {'full', 0} end
for _, approval in ipairs(new) do
  local expires_at = string.format('%.0f', now + approval.hours * 3600000)
  redis.call('HSET', approval_key(workspace, approval.id), 'state', 'open', 'askedAt', string.format('%.0f', now),
    'expiresAt', expires_at, unpack(approval.fields))
  redis.call('ZADD', approvals_key(workspace, 'all'), now, approval.id)
  redis.call('ZADD', open, now, approval.id)
  if run then
    local known = redis.call('HGET', run, 'approvals')
    redis.call('HSET', run, 'approvals', (known and known .. ' ' or '') .. approval.id)
  end
end

local first = redis.call('HMGET', approval_key(workspace, asked.approvals[1].id), 'state', 'expiresAt')
local wait_ms = first[2] - now
if run and asked.waits and first[1] == 'open' and wait_ms > 0 then
  leave_waiting(run, id)
  redis.call('ZREM', slots, id)
  -- Those that wait for a target are limited for each automation; these are not.
  redis.call('ZADD', workspace .. ':waiting', first[2], id)
  redis.call('HSET', run, 'nextTryAt', first[2], 'waitsFor', asked.target)
  set_open_outcome(run, id, 'waiting')
  publish_change(run)
end
return {first[1], wait_ms}
