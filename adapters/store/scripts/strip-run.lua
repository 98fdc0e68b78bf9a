-- Takes from a delivery what its sender sent and what was made of it. What is left keeps its event from being accepted
-- again; later writes of its run do not find it.
-- KEYS: run, index of deliveries, body, steps, turns, calls, repeats, kept repeat, kept
--   deliveries, shapes, which hold names of members. ARGV: now in ms, then the fields that stay, …
-- Answer: stripped | running | missing.
local found = redis.call('HMGET', KEYS[1], 'phase', 'outcome', 'kind', 'reason')
if found[1] ~= 'confirmed' or found[3] == 'message' then return 'missing' end
if found[2] == 'running' or found[2] == 'waiting' then return 'running' end
unindex_delivery(KEYS[2], KEYS[1])
drop_archive(KEYS[1], string.match(KEYS[1], '[^:]+$'))
drop_approvals(KEYS[1])
-- Tells a delivery for which no run was started from one that its filter skipped.
local stays = { reason = found[2] == 'skipped' and is_door_reason(found[4]) }
for index = 2, #ARGV do stays[ARGV[index]] = true end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if not stays[field] then redis.call('HDEL', KEYS[1], field) end
end
redis.call('HSET', KEYS[1], 'headers', '{}')
redis.call('HSETNX', KEYS[1], 'erasedAt', ARGV[1])
redis.call('UNLINK', KEYS[10], unpack(KEYS, 3, 8))
count_stored(KEYS[1])
drop_kept(KEYS[9], string.match(KEYS[1], '[^:]+$'))
index_delivery(KEYS[2], KEYS[1], fields_of(KEYS[1]))
publish_change(KEYS[1])
return 'stripped'
