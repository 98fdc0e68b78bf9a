-- Writes fields of a run that exists, and counts what they add: the rest of it may be in the archive, and stays counted.
-- KEYS: run. ARGV: field, value, … Answer: 1 when written, else 0.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local before = bytes_of(KEYS[1])
redis.call('HSET', KEYS[1], unpack(ARGV))
local change = bytes_of(KEYS[1]) - before
redis.pcall('HINCRBY', KEYS[1], 'storedBytes', change)
add_stored(KEYS[1], change)
-- Absent where an earlier release stored it.
if redis.call('HEXISTS', KEYS[1], 'hotBytes') == 1 then
  redis.pcall('HINCRBY', KEYS[1], 'hotBytes', change)
  add_hot(KEYS[1], change)
end
return 1
