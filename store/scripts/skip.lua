-- Counts and records a delivery that a paused automation skipped; its event id is not remembered.
-- KEYS: automation, delivery, activity, activity of the outcome "skipped", index of deliveries, rows of paused ones,
--   then the counts (script-parts/count.lua), …
-- ARGV: deliveryId, receivedAt, moment of the counts, rows that are kept, field, value, …
redis.call('HINCRBY', KEYS[1], 'skippedWhilePaused', 1)
redis.call('HSET', KEYS[2], 'phase', 'confirmed', 'outcome', 'skipped', 'reason', 'paused', unpack(ARGV, 5))
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('ZADD', KEYS[4], ARGV[2], ARGV[1])
count('skipped', 1, ARGV[3], 7)
index_delivery(KEYS[5], KEYS[2])
count_new(KEYS[2])
publish_change(KEYS[2])

-- No limit of the workspace holds these up: of each automation the newest are kept, the others are counted only.
redis.call('ZADD', KEYS[6], ARGV[2], ARGV[1])
while redis.call('ZCARD', KEYS[6]) > tonumber(ARGV[4]) do
  local oldest = redis.call('ZPOPMIN', KEYS[6])[1]
  local row = string.sub(KEYS[2], 1, -#ARGV[1] - 1) .. oldest
  unindex_delivery(KEYS[5], row)
  uncount_stored(row)
  redis.call('ZREM', KEYS[3], oldest)
  redis.call('ZREM', KEYS[4], oldest)
  redis.call('UNLINK', row)
end
return 1
