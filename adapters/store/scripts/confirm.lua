-- Makes a claim lasting once its run is safely started. Safe to repeat, by the intake and by the run itself.
-- KEYS: delivery, body, slots, activity, activity of the outcome "running", index of deliveries. ARGV: deliveryId.
-- Answer: confirmed | already | missing.
local record = fields_of(KEYS[1])
if not record.phase then return 'missing' end
if record.phase == 'confirmed' then return 'already' end
redis.call('PERSIST', KEYS[1])
redis.call('PERSIST', KEYS[2])
redis.call('ZADD', KEYS[3], '+inf', ARGV[1])
redis.call('ZADD', KEYS[4], record.receivedAt, ARGV[1])
redis.call('ZADD', KEYS[5], record.receivedAt, ARGV[1])
count_new(KEYS[1], record, { 'phase', 'confirmed', 'outcome', 'running' }, tonumber(record.sizeBytes))
index_delivery(KEYS[6], KEYS[1], record)
publish_change(KEYS[1], record)
return 'confirmed'
