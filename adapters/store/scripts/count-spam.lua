-- Counts a delivery whose honeypot is filled in, unless it was judged by a form that has changed since.
-- KEYS: automation, requests of the minute on this hook, then the counts (script-parts/count.lua).
-- ARGV: version of the sender that it was judged by, usual limits as JSON, moment of the counts.
-- Answer: {"stale"} | {"flood", wait ms, requests a minute} | {"counted"}.
if (redis.call('HGET', KEYS[1], 'senderVersion') or '0') ~= ARGV[1] then return {'stale'} end
local requests = redis.call('INCR', KEYS[2])
if requests == 1 then redis.call('PEXPIRE', KEYS[2], 60000) end
local workspace = string.match(KEYS[1], '^{.-}') .. ':workspace'
local requests_max = hook_requests(put_own(cjson.decode(ARGV[2]), redis.call('HGET', workspace, 'limits')))
if requests > requests_max then
  count('DELIVERY_RATE_EXCEEDED', 1, ARGV[3], 3)
  return {'flood', tostring(math.max(redis.call('PTTL', KEYS[2]), 1)), tostring(requests_max)}
end
count('SPAM', 1, ARGV[3], 3)
return {'counted'}
