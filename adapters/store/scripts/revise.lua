-- Changes an automation and keeps what it now says as its next revision.
-- KEYS: automation. ARGV: now in ms, key prefix of its revisions, revision that the change is based on (empty: any),
-- name of the token that makes it (empty: none), then field, value, …
-- Answer: written | changed (another revision is the newest) | missing.
local state = redis.call('HGET', KEYS[1], 'state')
if not state or state == 'deleted' then return 'missing' end
local number = redis.call('HGET', KEYS[1], 'revision')
local is_damaged = not (number and #number < 15 and string.match(number, '^[1-9]%d*$'))
if ARGV[3] ~= '' and ARGV[3] ~= (is_damaged and '0' or number) then return 'changed' end
if #ARGV <= 4 then return 'written' end -- nothing to change
if not is_damaged then
  -- A release without plans changed its texts: the meanings that it left beside them are of others.
  if redis.call('EXISTS', ARGV[2] .. number) == 1 and redis.call('HEXISTS', ARGV[2] .. number, 'plan') == 0 then
    redis.call('HDEL', KEYS[1], 'condition', 'plan')
  end
  number = tonumber(number) + 1
else -- Missing or damaged: they are numbered from 1 without a gap.
  number = 1
  while redis.call('EXISTS', ARGV[2] .. number) == 1 do number = number + 1 end
end
-- A condition and a plan are of the English that they stand beside: other English drops them, unless they come with it.
local meanings = {condition = 'filter', plan = 'instructions'}
local before = {}
for meaning, english in pairs(meanings) do before[meaning] = redis.call('HGET', KEYS[1], english) end
redis.call('HSET', KEYS[1], 'revision', number)
redis.call('HSET', KEYS[1], 'updatedAt', ARGV[1], unpack(ARGV, 5))
for index = 5, #ARGV, 2 do meanings[ARGV[index]] = nil end
for meaning, english in pairs(meanings) do
  if redis.call('HGET', KEYS[1], english) ~= before[meaning] then redis.call('HSET', KEYS[1], meaning, '') end
end
local content = {'name', 'instructions', 'filter', 'condition', 'plan', 'expects', 'answerSchema', 'readsEarlierRuns', 'agentId',
  'retry', 'model'}
for _, field in ipairs(content) do
  local value = redis.call('HGET', KEYS[1], field)
  -- Absent: made before the field was known, or damaged.
  if value then redis.call('HSET', ARGV[2] .. number, field, value) end
end
redis.call('HSET', ARGV[2] .. number, 'savedAt', ARGV[1])
if ARGV[4] ~= '' then redis.call('HSET', ARGV[2] .. number, 'by', ARGV[4]) end
return 'written'
