-- Writes limits of an automation that exists. From the moment in which it asks for an order, the runs that are under way, and the
-- deliveries that it holds, stand in the lines of their references; what stands there is run in its turn whatever is asked later.
-- KEYS: automation. ARGV: field, value, … Answer: 1 when written, else 0.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local before = redis.call('HGET', KEYS[1], 'order')
redis.call('HSET', KEYS[1], unpack(ARGV))
if before == 'reference' or redis.call('HGET', KEYS[1], 'order') ~= 'reference' then return 1 end
local deliveries = string.match(KEYS[1], '^{.-}') .. ':delivery:'
for _, outcome in ipairs({'running', 'waiting'}) do
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':activity:' .. outcome, 0, -1)) do
    local found = redis.call('HMGET', deliveries .. id, 'reference', 'receivedAt')
    -- Those that are held come behind those that run: their place is in µs.
    local at = redis.call('ZSCORE', KEYS[1] .. ':held', id) or found[2]
    if found[1] and at then redis.call('ZADD', line_of(KEYS[1], found[1]), 'NX', at, id) end
  end
end
return 1
