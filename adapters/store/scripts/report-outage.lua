-- Notes that a target did not process a request; one that has failed for long is left to rest.
-- KEYS: circuit. ARGV: failures in a row, how long they last (ms), shortest rest, longest rest, TTL (all ms).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSETNX', KEYS[1], 'failingSince', now)
local failures = redis.call('HINCRBY', KEYS[1], 'failures', 1)
redis.call('HDEL', KEYS[1], 'triedUntil')
redis.call('PEXPIRE', KEYS[1], ARGV[5])
if failures < tonumber(ARGV[1]) then return end
if now - redis.call('HGET', KEYS[1], 'failingSince') < tonumber(ARGV[2]) then return end
-- Requests that were under way together fail together; that is one rest.
if tonumber(redis.call('HGET', KEYS[1], 'restsUntil') or '0') > now then return end
local rests = redis.call('HINCRBY', KEYS[1], 'rests', 1)
redis.call('HSET', KEYS[1], 'restsUntil', now + math.min(ARGV[3] * 2 ^ (rests - 1), tonumber(ARGV[4])))
