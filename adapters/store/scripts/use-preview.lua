-- Decides whether a client may have a preview today and, if asked to, counts it for the client and the service.
-- KEYS: count of the client, count of the service. ARGV: client's maximum, service's maximum, "take" or "look", TTL (s).
-- Answer: {free | gated | capped, count of the client}.
local client = tonumber(redis.call('GET', KEYS[1]) or '0')
local service = tonumber(redis.call('GET', KEYS[2]) or '0')
if client >= tonumber(ARGV[1]) then return { 'gated', client } end
if service >= tonumber(ARGV[2]) then return { 'capped', client } end
if ARGV[3] == 'look' then return { 'free', client } end
redis.call('SET', KEYS[1], client + 1, 'EX', ARGV[4])
redis.call('SET', KEYS[2], service + 1, 'EX', ARGV[4])
return { 'free', client + 1 }
