-- Leaves in Redis no more than the stub of a delivery whose archive is written, unless anything of it changed since the
-- archive was made of it, or its workspace is being erased.
-- KEYS: run, body, steps, turns, calls, deliveries that are to be archived, unfinished blobs, workspace.
-- ARGV: deliveryId, key of the blob, how many bodies, how many fields, then field, value, …; how many steps, then field,
--   value, …; then the fields that stay, … Answer: archived | changed.
if not redis.call('ZSCORE', KEYS[7], ARGV[2]) then return 'changed' end
if redis.call('HGET', KEYS[8], 'state') == 'deleting' then return 'changed' end
if redis.call('EXISTS', KEYS[2]) ~= tonumber(ARGV[3]) then return 'changed' end
local at = 4
for _, key in ipairs({ KEYS[1], KEYS[3] }) do
  local size = tonumber(ARGV[at])
  if redis.call('HLEN', key) ~= size then return 'changed' end
  for index = at + 1, at + 2 * size, 2 do
    if redis.call('HGET', key, ARGV[index]) ~= ARGV[index + 1] then return 'changed' end
  end
  at = at + 1 + 2 * size
end

local hot = tonumber(redis.call('HGET', KEYS[1], 'hotBytes') or '')
local stub = { 'archive', ARGV[2] }
local function keep(field, value)
  stub[#stub + 1] = field
  stub[#stub + 1] = value
end
for index = at, #ARGV do
  local value = redis.call('HGET', KEYS[1], ARGV[index])
  if value then keep(ARGV[index], value) end
end
-- A search looks into answers: short ones stay, of the others it looks into the archive.
local answer = redis.call('HGET', KEYS[1], 'answer')
if answer and #answer <= 200 then keep('answer', answer) end
if answer and #answer > 200 then keep('longAnswer', '1') end
-- A new hash takes less memory than one that has shrunk.
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], unpack(stub))
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4], KEYS[5])
if hot then
  local left = bytes_of(KEYS[1])
  redis.call('HSET', KEYS[1], 'hotBytes', string.format('%.0f', left))
  add_hot(KEYS[1], left - hot)
end
redis.call('ZREM', KEYS[6], ARGV[1])
redis.call('ZREM', KEYS[7], ARGV[2])
return 'archived'
