-- Decides an approval, unless it was decided or its time is over; without a decision it only looks.
-- KEYS: approval. ARGV: arguments by name (`decision` in approval/approvals.ts).
-- Answer: state, ms until it expires, 1 where this decision counts | missing.
local decision = cjson.decode(ARGV[1])
local workspace, id = string.match(KEYS[1], '^({.-}):approval:(.+)$')
local found = redis.call('HMGET', KEYS[1], 'state', 'expiresAt')
if not found[1] then return {'missing', 0, 0} end
if found[1] ~= 'open' then return {found[1], 0, 0} end
local now = now_ms()
local left_ms = found[2] - now
if left_ms <= 0 then
  settle_approval(workspace, id, 'expired', now)
  return {'expired', 0, 0}
end
if not decision.state then return {'open', left_ms, 0} end
if #decision.fields > 0 then redis.call('HSET', KEYS[1], unpack(decision.fields)) end
settle_approval(workspace, id, decision.state, now)
return {decision.state, 0, 1}
