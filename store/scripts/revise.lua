-- Changes an automation and keeps what it now says as its next revision.
-- KEYS: automation. ARGV: now in ms, key prefix of its revisions, then field, value, …
local state = redis.call('HGET', KEYS[1], 'state')
if not state or state == 'deleted' then return 0 end
if #ARGV <= 2 then return tonumber(redis.call('HGET', KEYS[1], 'revision')) end -- nothing to change
redis.call('HSET', KEYS[1], 'updatedAt', ARGV[1], unpack(ARGV, 3))
local number = redis.call('HINCRBY', KEYS[1], 'revision', 1)
local content = redis.call('HMGET', KEYS[1], 'name', 'instructions', 'filter', 'agentId', 'retry')
redis.call('HSET', ARGV[2] .. number, 'name', content[1], 'instructions', content[2], 'filter', content[3],
  'agentId', content[4])
if content[5] then redis.call('HSET', ARGV[2] .. number, 'retry', content[5]) end -- absent: made before it was known
return number
