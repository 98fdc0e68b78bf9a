-- Appends a change to the audit log of a workspace. Nothing is kept where the workspace is being deleted, as its erasure may
-- have been here already.
-- KEYS: workspace, audit log. ARGV: the most entries, field, value.
local state = redis.call('HGET', KEYS[1], 'state')
if redis.call('EXISTS', KEYS[1]) == 0 or state == 'deleting' then return 1 end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], '*', ARGV[2], ARGV[3])
return 1
