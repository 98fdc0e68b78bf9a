-- Counts and records a delivery that a paused automation skipped; its event id is not remembered.
-- KEYS: automation, delivery, activity, activity of the outcome "skipped", index of deliveries,
--   then the counts (script-parts/count.lua), …
-- ARGV: deliveryId, receivedAt, moment of the counts, field, value, …
redis.call('HINCRBY', KEYS[1], 'skippedWhilePaused', 1)
redis.call('HSET', KEYS[2], 'phase', 'confirmed', 'outcome', 'skipped', 'reason', 'paused', unpack(ARGV, 4))
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('ZADD', KEYS[4], ARGV[2], ARGV[1])
count('skipped', 1, ARGV[3], 6)
index_delivery(KEYS[5], KEYS[2])
publish_change(KEYS[2])
return 1
