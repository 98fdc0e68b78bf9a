-- Replaces one field of a hash, unless it changed since it was read or the hash is gone.
-- KEYS: hash. ARGV: field, value that was read, new value. Answer: 1 when replaced, else 0.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
