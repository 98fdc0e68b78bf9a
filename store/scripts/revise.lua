-- Changes an automation and keeps what it now says as its next revision.
-- KEYS: automation. ARGV: now in ms, key prefix of its revisions, then field, value, …
local state = redis.call('HGET', KEYS[1], 'state')
if not state or state == 'deleted' then return 0 end
if #ARGV <= 2 then return tonumber(redis.call('HGET', KEYS[1], 'revision')) end -- nothing to change
local number = redis.call('HGET', KEYS[1], 'revision')
if number and #number < 15 and string.match(number, '^[1-9]%d*$') then
  number = tonumber(number) + 1
else -- Missing or damaged: they are numbered from 1 without a gap.
  number = 1
  while redis.call('EXISTS', ARGV[2] .. number) == 1 do number = number + 1 end
end
redis.call('HSET', KEYS[1], 'revision', number)
redis.call('HSET', KEYS[1], 'updatedAt', ARGV[1], unpack(ARGV, 3))
for _, field in ipairs({'name', 'instructions', 'filter', 'agentId', 'retry', 'model'}) do
  local value = redis.call('HGET', KEYS[1], field)
  -- Absent: made before the field was known, or damaged.
  if value then redis.call('HSET', ARGV[2] .. number, field, value) end
end
redis.call('HSET', ARGV[2] .. number, 'savedAt', ARGV[1])
-- A filter is compiled once, also where something else of the automation changes.
local compiled = redis.call('HGET', ARGV[2] .. (number - 1), 'compiledFilter')
if compiled then redis.call('HSET', ARGV[2] .. number, 'compiledFilter', compiled) end
return number
