-- Changes an alert rule as it was read.
-- KEYS: rule, memories. ARGV: the version that was read, "1" where it forgets what it remembers, field, value, …
-- Answer: changed | other (another change came before) | missing.
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 'missing' end
if version ~= ARGV[1] then return 'other' end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('HINCRBY', KEYS[1], 'version', 1)
if ARGV[2] == '1' then redis.call('DEL', KEYS[2]) end
return 'changed'
