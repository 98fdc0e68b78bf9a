-- Removes a policy, and the field of its domain with the last one.
-- KEYS: policies of the agent. ARGV: id. Answer: 1, or 0 when there was none.
local key, id = KEYS[1], ARGV[1]
local domain = redis.call('HGET', key, 'id:' .. id)
if not domain then return 0 end
local rest = {}
for _, policy in ipairs(cjson.decode(redis.call('HGET', key, 'on:' .. domain) or '[]')) do
  if policy.id ~= id then rest[#rest + 1] = policy end
end
if #rest == 0 then redis.call('HDEL', key, 'on:' .. domain)
else redis.call('HSET', key, 'on:' .. domain, cjson.encode(rest)) end
redis.call('HDEL', key, 'id:' .. id)
return 1
