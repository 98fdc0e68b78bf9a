-- Deletes a token, but not the last one of an owner. It opens nothing from then on.
-- KEYS: workspace, token, tokens. ARGV: token id, key prefix of tokens. Answer: {removed, token hash} | {missing} | {last}.
local token = redis.call('HMGET', KEYS[2], 'role', 'tokenHash')
if not token[1] then return {'missing'} end
local is_last = token[1] == 'owner'
for _, id in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  if id ~= ARGV[1] and redis.call('HGET', ARGV[2] .. id, 'role') == 'owner' then is_last = false end
end
if is_last then return {'last'} end
redis.call('DEL', KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
-- Else a look at it would give it a record again.
if redis.call('HGET', KEYS[1], 'tokenHash') == token[2] then redis.call('HSET', KEYS[1], 'tokenHash', '') end
return {'removed', token[2]}
