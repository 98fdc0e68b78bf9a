-- Takes back a claim whose run did not start; a confirmed one is left alone.
-- KEYS: delivery, body, minute, slots. ARGV: deliveryId.
if redis.call('HGET', KEYS[1], 'phase') ~= 'claimed' then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
return 1
