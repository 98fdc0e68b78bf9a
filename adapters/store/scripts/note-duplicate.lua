-- Notes a duplicate that admission did not know yet as one: the first of its event was still being started.
-- KEYS: delivery, its repeats, its kept repeat, then its counts (script-parts/count.lua), …
-- ARGV: moment of the counts, body, then field, value, … Answer: when the first arrived in ms, or 0 without a record.
local first = redis.call('HMGET', KEYS[1], 'phase', 'receivedAt')
if first[1] ~= 'confirmed' then return '0' end
note_duplicate(KEYS[1], KEYS[2], KEYS[3], ARGV[1], 4, ARGV[2], { unpack(ARGV, 3) })
return first[2]
