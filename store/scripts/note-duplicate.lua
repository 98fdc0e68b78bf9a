-- Notes a duplicate that admission did not know yet as one: the first of its event was still being started.
-- KEYS: delivery, then its counts (script-parts/count.lua), … ARGV: moment of the counts. Answer: 1, or 0 without a record.
if redis.call('HGET', KEYS[1], 'phase') ~= 'confirmed' then return 0 end
note_duplicate(KEYS[1], ARGV[1], 2)
return 1
