-- Whether a request may go to a target now. While a target rests nothing does; after the rest one request tries it.
-- KEYS: circuit. ARGV: how long that one may take (ms).
-- Answer: ms to wait, 0 for none.
local circuit = redis.call('HMGET', KEYS[1], 'restsUntil', 'triedUntil')
if not circuit[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = math.max(tonumber(circuit[1]), tonumber(circuit[2] or '0')) - now
if wait > 0 then return wait end
redis.call('HSET', KEYS[1], 'triedUntil', now + ARGV[1])
return 0
