-- Takes back a claim whose run did not start; a confirmed one is left alone.
-- KEYS: delivery, body, minute, slots. ARGV: deliveryId, what the keys of the budget's runs and of its use begin with.
-- Answer: withdrawn | confirmed | missing.
local phase = redis.call('HGET', KEYS[1], 'phase')
if phase ~= 'claimed' then return phase or 'missing' end
local day = redis.call('HGET', KEYS[1], 'budgetDay')
if day then count_run(ARGV[2] .. day, ARGV[3] .. day, ARGV[1], -1) end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
return 'withdrawn'
