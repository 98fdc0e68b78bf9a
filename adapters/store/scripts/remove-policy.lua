-- Removes a policy, and the field of its domain with the last one; with the last of all, what is noted of their use.
-- KEYS: policies of the agent, their connections. ARGV: id. Answer: 1, or 0 when there was none.
local key, id = KEYS[1], ARGV[1]
local domain = redis.call('HGET', key, 'id:' .. id)
if not domain then return 0 end
local rest = {}
local isRead, policies = pcall(cjson.decode, redis.call('HGET', key, 'on:' .. domain) or '[]')
if isRead and type(policies) == 'table' then -- else it is damaged: nothing is left of it
  for _, policy in ipairs(policies) do
    -- What is no policy any more goes with it.
    local isPolicy = type(policy) == 'table' and redis.call('HEXISTS', key, 'id:' .. tostring(policy.id)) == 1
    if isPolicy and policy.id ~= id then rest[#rest + 1] = policy end
  end
end
if #rest == 0 then redis.call('HDEL', key, 'on:' .. domain)
else redis.call('HSET', key, 'on:' .. domain, cjson.encode(rest)) end
redis.call('HDEL', key, 'id:' .. id, 'used:' .. id)
redis.call('HDEL', KEYS[2], id)
if redis.call('HLEN', key) == redis.call('HEXISTS', key, 'uses-since') then redis.call('DEL', key) end
return 1
