-- Notes that something is to be erased. Of a workspace: closes it for good.
-- KEYS: workspace, erasure, open erasures. ARGV: erasure id, now in ms, "1" where the workspace is erased, then field,
--   value, … Answer: 1, or 0 where there is no such workspace, or one that is being erased already.
local workspace = redis.call('HMGET', KEYS[1], 'id', 'state')
if not workspace[1] or workspace[2] == 'deleting' then return 0 end
if ARGV[3] == '1' then redis.call('HSET', KEYS[1], 'state', 'deleting') end
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
return 1
