-- A request on a hook: whose hook is it, and is its URL being flooded?
-- KEYS: hook, flood counter. ARGV: requests allowed in the window, window in ms.
-- Answer: {} for an unknown token, else {workspaceId, automationId, ms until the flood ends or 0, 1 when retired}.
local owner = redis.call('HMGET', KEYS[1], 'workspaceId', 'automationId', 'retired')
if not owner[1] then return {} end
local requests = redis.call('INCR', KEYS[2])
if requests == 1 then redis.call('PEXPIRE', KEYS[2], ARGV[2]) end
local waitMs = 0
if requests > tonumber(ARGV[1]) then waitMs = math.max(redis.call('PTTL', KEYS[2]), 1) end
return {owner[1], owner[2], waitMs, owner[3] and 1 or 0}
