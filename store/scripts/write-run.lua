-- Writes what a run leaves between its steps, all of it or nothing: the record of a run that is gone, or was
-- erased, is not begun again.
-- KEYS: run, turns, steps, calls. ARGV: for each command its name, the number of its key, how many arguments follow, these.
-- Answer: the replies; nil where there is no such run.
if redis.call('HEXISTS', KEYS[1], 'outcome') == 0 or redis.call('HEXISTS', KEYS[1], 'erasedAt') == 1 then return nil end
local replies = {}
local at = 1
local has_step = false
while at <= #ARGV do
  local count = tonumber(ARGV[at + 2])
  replies[#replies + 1] = redis.call(ARGV[at], KEYS[tonumber(ARGV[at + 1])], unpack(ARGV, at + 3, at + 2 + count))
  has_step = has_step or ARGV[at + 1] == '3'
  at = at + 3 + count
end
if has_step then publish_change(KEYS[1]) end
return replies
