-- Writes the connection of a policy, unless it is no longer the one that was read, or the policy is gone.
-- KEYS: connections of the agent, its policies. ARGV: policy id, connection id of its settings, revision that was read
--   (0: none), record as JSON.
-- Answer: 1 when written, else 0.
if redis.call('HEXISTS', KEYS[2], 'id:' .. ARGV[1]) == 0 then return 0 end
local isRead, stored = pcall(cjson.decode, redis.call('HGET', KEYS[1], ARGV[1]) or 'null')
local isOfSettings = isRead and type(stored) == 'table' and stored.connectionId == ARGV[2]
if (isOfSettings and stored.revision or 0) ~= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
return 1
