-- Counts a call of a model where its time, a day or a minute, has one left.
-- KEYS: count of that time. ARGV: maximum, TTL (s).
-- Answer: 1 counted, 0 none left.
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], used + 1, 'EX', ARGV[2])
return 1
