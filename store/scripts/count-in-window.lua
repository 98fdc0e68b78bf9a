-- A request under a quota: counts it in the client's window, which starts with its first request.
-- KEYS: counter. ARGV: requests to add (0 only looks), window in ms.
-- Answer: {requests so far in the window, ms until it ends}.
local added = tonumber(ARGV[1])
if added == 0 and redis.call('EXISTS', KEYS[1]) == 0 then return {0, tonumber(ARGV[2])} end
local used = redis.call('INCRBY', KEYS[1], added)
local leftMs = redis.call('PTTL', KEYS[1])
if leftMs < 0 then
  leftMs = tonumber(ARGV[2])
  redis.call('PEXPIRE', KEYS[1], leftMs)
end
return {used, leftMs}
