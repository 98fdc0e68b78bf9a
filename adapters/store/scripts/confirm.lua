-- Makes a claim lasting once its run is safely started. Safe to repeat, by the intake and by the run itself.
-- KEYS: delivery, body, slots, activity, activity of the outcome "running", index of deliveries. ARGV: deliveryId.
-- Answer: confirmed | already | missing.
local claim = redis.call('HMGET', KEYS[1], 'phase', 'receivedAt')
if not claim[1] then return 'missing' end
if claim[1] == 'confirmed' then return 'already' end
redis.call('HSET', KEYS[1], 'phase', 'confirmed', 'outcome', 'running')
redis.call('PERSIST', KEYS[1])
redis.call('PERSIST', KEYS[2])
redis.call('ZADD', KEYS[3], '+inf', ARGV[1])
redis.call('ZADD', KEYS[4], claim[2], ARGV[1])
redis.call('ZADD', KEYS[5], claim[2], ARGV[1])
count_new(KEYS[1])
index_delivery(KEYS[6], KEYS[1])
publish_change(KEYS[1])
return 'confirmed'
