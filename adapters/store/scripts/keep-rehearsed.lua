-- Keeps a delivery as a rehearsal played it, once, and counts it. One that was erased meanwhile is counted without its row.
-- KEYS: rehearsal, its deliveries, its groups, the run. ARGV: arguments by name (`kept` in rehearsal/rehearsals.ts), the row.
-- Answer: kept | over (the rehearsal is not running any more).
local rehearsal, rows, groups, run = unpack(KEYS)
local kept = cjson.decode(ARGV[1])
if redis.call('HGET', rehearsal, 'state') ~= 'running' then return 'over' end
local is_stored = redis.call('EXISTS', run) == 1 and redis.call('HEXISTS', run, 'erasedAt') == 0
if redis.call('HSETNX', rows, kept.deliveryId, is_stored and ARGV[2] or '') == 0 then return 'kept' end
for _, counter in ipairs(kept.counts) do redis.call('HINCRBY', rehearsal, counter[1], counter[2]) end
local found = redis.call('HGET', groups, kept.group) or ('0 ' .. kept.deliveryId)
local count, first = string.match(found, '^(%d+) (.+)$')
redis.call('HSET', groups, kept.group, (count + 1) .. ' ' .. first)
for _, key in ipairs({rows, groups}) do redis.call('PEXPIREAT', key, kept.expiresAt) end
return 'kept'
