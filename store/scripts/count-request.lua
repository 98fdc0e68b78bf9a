-- Counts a request on a hook in its minute, and that it was refused.
-- KEYS: counter, then the counts (script-parts/count.lua), … ARGV: requests allowed in a minute, code, moment of the counts.
-- Answer: ms until the flood ends, 0 while there is none.
count(ARGV[2], 1, ARGV[3], 2)
local requests = redis.call('INCR', KEYS[1])
if requests == 1 then redis.call('PEXPIRE', KEYS[1], 60000) end
if requests <= tonumber(ARGV[1]) then return 0 end
return math.max(redis.call('PTTL', KEYS[1]), 1)
