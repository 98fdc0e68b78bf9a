-- Counts and records a delivery that is skipped before any run is started; its event id is not remembered. Its body is
-- kept while there is room.
-- KEYS: automation, delivery, activity, activity of the outcome "skipped", index of deliveries, rows that make room for newer ones, body,
--   kept deliveries, then the counts (script-parts/count.lua), …
-- ARGV: deliveryId, receivedAt, moment of the counts, how many of those are kept, reason, deliveries and bytes that are
--   kept at most, body, bytes that the workspace may store, and take in a day, then field, value, …
-- Answer: kept | not-kept (there is no room for its body) | full (nothing was written: its budget promises that it is kept).
local id, reason, body = ARGV[1], ARGV[5], ARGV[8]
local rows, bytes = 1, #body
for _, size in ipairs(redis.call('HVALS', KEYS[8])) do
  rows = rows + 1
  bytes = bytes + (tonumber(size) or 0)
end
local is_kept = rows <= tonumber(ARGV[6]) and bytes <= tonumber(ARGV[7])
  and not without_room(KEYS[2], #body, tonumber(ARGV[9]), tonumber(ARGV[10]))
if not is_kept and reason == 'budget' then return 'full' end

redis.call('HSET', KEYS[2], 'phase', 'confirmed', 'outcome', 'skipped', 'reason', reason, unpack(ARGV, 11))
redis.call('ZADD', KEYS[3], ARGV[2], id)
redis.call('ZADD', KEYS[4], ARGV[2], id)
if is_kept then
  redis.call('SET', KEYS[7], body)
  redis.call('HSET', KEYS[8], id, #body)
end
count('skipped', 1, ARGV[3], 9)
index_delivery(KEYS[5], KEYS[2])
count_new(KEYS[2])
publish_change(KEYS[2])

-- No limit of the workspace holds these up: of each automation the newest are kept, the others are counted only.
if reason ~= 'budget' then redis.call('ZADD', KEYS[6], ARGV[2], id) end
while redis.call('ZCARD', KEYS[6]) > tonumber(ARGV[4]) do
  local oldest = redis.call('ZPOPMIN', KEYS[6])[1]
  local row = string.sub(KEYS[2], 1, -#id - 1) .. oldest
  unindex_delivery(KEYS[5], row)
  uncount_stored(row)
  redis.call('ZREM', KEYS[3], oldest)
  redis.call('ZREM', KEYS[4], oldest)
  redis.call('HDEL', KEYS[8], oldest)
  redis.call('UNLINK', row, row .. ':body')
end
return is_kept and 'kept' or 'not-kept'
