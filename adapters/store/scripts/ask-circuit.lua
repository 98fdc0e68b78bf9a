-- Whether a request may go to a target now. While a target rests nothing does; after the rest one request tries it.
-- KEYS: circuit. ARGV: how long that one may take (ms).
-- Answer: ms to wait, 0 for none; 1 where failures of the target are known, else 0.
local circuit = redis.call('HMGET', KEYS[1], 'restsUntil', 'triedUntil', 'failures')
local known = circuit[3] and 1 or 0
if not circuit[1] then return {0, known} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = math.max(tonumber(circuit[1]), tonumber(circuit[2] or '0')) - now
if wait > 0 then return {wait, known} end
redis.call('HSET', KEYS[1], 'triedUntil', now + ARGV[1])
return {0, known}
