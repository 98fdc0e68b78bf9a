-- Counts and records a delivery that a paused automation skipped; its event id is not remembered.
-- KEYS: automation, delivery, activity, activity of the outcome "skipped", index of deliveries.
-- ARGV: deliveryId, receivedAt, field, value, …
redis.call('HINCRBY', KEYS[1], 'skippedWhilePaused', 1)
redis.call('HSET', KEYS[2], 'phase', 'confirmed', 'outcome', 'skipped', 'reason', 'paused', unpack(ARGV, 3))
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('ZADD', KEYS[4], ARGV[2], ARGV[1])
index_delivery(KEYS[5], KEYS[2])
publish_change(KEYS[2])
return 1
