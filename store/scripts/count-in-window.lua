-- Counts a request on a hook in its minute. KEYS: counter. ARGV: requests allowed in a minute.
-- Answer: ms until the flood ends, 0 while there is none.
local requests = redis.call('INCR', KEYS[1])
if requests == 1 then redis.call('PEXPIRE', KEYS[1], 60000) end
if requests <= tonumber(ARGV[1]) then return 0 end
return math.max(redis.call('PTTL', KEYS[1]), 1)
