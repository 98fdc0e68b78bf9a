-- Changes a workspace; one that is being deleted stays as it is.
-- KEYS: workspace. ARGV: field, value, … Answer: 1, or 0 where there is no such workspace.
local workspace = redis.call('HMGET', KEYS[1], 'id', 'state')
if not workspace[1] or workspace[2] == 'deleting' then return 0 end
if #ARGV > 0 then redis.call('HSET', KEYS[1], unpack(ARGV)) end
return 1
