-- Adds to the count of an erasure that is there.
-- KEYS: erasure. ARGV: how many more. Answer: the count.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
return redis.call('HINCRBY', KEYS[1], 'erased', ARGV[1])
