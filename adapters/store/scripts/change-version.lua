-- Changes an alert rule, or a target of events, as it was read.
-- KEYS: record, memories of a rule. ARGV: the version that was read, "1" where the memories are forgotten, field, value, …
-- Answer: changed | other (another change came before) | missing.
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 'missing' end
if version ~= ARGV[1] then return 'other' end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('HINCRBY', KEYS[1], 'version', 1)
if ARGV[2] == '1' then redis.call('DEL', KEYS[2]) end
return 'changed'
