-- Writes what became of a call, and its step, unless another attempt has written since the caller looked.
-- KEYS: calls, steps, run. ARGV: call id, record ('' leaves it as it is), "1" where the call is about to leave, field of
--   the step ('' for none), step, then what the caller may replace: each a record as it was stored, '' for none, …
-- Answer: written | taken (by another attempt) | over (the run has ended, or its record is gone or was erased).
local outcome = redis.call('HGET', KEYS[3], 'outcome')
if redis.call('HEXISTS', KEYS[3], 'erasedAt') == 1 then return 'over' end
if not outcome or (ARGV[3] == '1' and outcome ~= 'running') then return 'over' end

local found = redis.call('HGET', KEYS[1], ARGV[1]) or ''
local is_known = false
for index = 6, #ARGV do is_known = is_known or ARGV[index] == found end
if not is_known then return 'taken' end

if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[2], ARGV[4], ARGV[5])
  publish_change(KEYS[3])
end
return 'written'
