-- Writes fields of a hash that exists: one that is gone is not begun again.
-- KEYS: hash. ARGV: field, value, … Answer: 1 when written, else 0.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1
