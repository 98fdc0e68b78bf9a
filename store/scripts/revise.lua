-- Changes an automation and keeps what it now says as its next revision.
-- KEYS: automation. ARGV: now in ms, key prefix of its revisions, then field, value, …
local state = redis.call('HGET', KEYS[1], 'state')
if not state or state == 'deleted' then return 0 end
if #ARGV <= 2 then return tonumber(redis.call('HGET', KEYS[1], 'revision')) end -- nothing to change
-- First: where the number is damaged, nothing is changed.
local number = redis.call('HINCRBY', KEYS[1], 'revision', 1)
redis.call('HSET', KEYS[1], 'updatedAt', ARGV[1], unpack(ARGV, 3))
for _, field in ipairs({'name', 'instructions', 'filter', 'agentId', 'retry', 'model'}) do
  local value = redis.call('HGET', KEYS[1], field)
  -- Absent: made before the field was known, or damaged.
  if value then redis.call('HSET', ARGV[2] .. number, field, value) end
end
-- A filter is compiled once, also where something else of the automation changes.
local compiled = redis.call('HGET', ARGV[2] .. (number - 1), 'compiledFilter')
if compiled then redis.call('HSET', ARGV[2] .. number, 'compiledFilter', compiled) end
return number
