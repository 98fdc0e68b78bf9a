-- Notes when the sweep looks at a workspace next.
-- KEYS: looks that are due, workspaces with noted work. ARGV: workspace id, next look in ms, moment in ms: what was noted
-- after it stays noted.
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
local noted = redis.call('ZSCORE', KEYS[2], ARGV[1])
if noted and tonumber(noted) <= tonumber(ARGV[3]) then redis.call('ZREM', KEYS[2], ARGV[1]) end
return 1
