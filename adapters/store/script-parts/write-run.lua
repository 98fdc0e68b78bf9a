-- Writes what a run leaves between its steps, all of it or nothing: the record of a run that is gone, or was erased, is not
-- begun again, and what became of a call is not written over what another attempt has written since the caller looked.
-- `hashes`: keys of run, turns, steps, calls, shapes. `at`: position in ARGV of call id ('' for none), its record ('' leaves it
--   as it is), "1" where the call is about to leave, how many records it may replace, each of them as it was stored or '' for
--   none, then for each command its name, the number of its hash, how many arguments follow, these. A name that begins with
--   `?` is carried out only where the HSETNX before it has set its field or the HEXISTS before it has found none, with `!` only where that holds another value.
-- Answer: the replies | gone (the run, or what was in it) | over (the call is about to leave, and the run has ended) | taken; then
--   the fields for live readers (script-parts/publish-change.lua), where there is a step that they are to be told of.
local function write_run(hashes, at)
  local state = redis.call('HMGET', hashes[1], 'outcome', 'erasedAt', 'automationId')
  if not state[1] or state[2] then return 'gone' end
  local call, record, replaced = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 3])
  if call ~= '' then
    if ARGV[at + 2] == '1' and state[1] ~= 'running' then return 'over' end
    local found = redis.call('HGET', hashes[4], call) or ''
    local is_known = false
    for index = at + 4, at + 3 + replaced do is_known = is_known or ARGV[index] == found end
    if not is_known then return 'taken' end
    if record ~= '' then redis.call('HSET', hashes[4], call, record) end
  end
  local replies = {}
  local has_step = false
  local condition = ''
  at = at + 4 + replaced
  while at <= #ARGV do
    local only_if, command = string.match(ARGV[at], '^([?!]?)(%u+)$')
    local hash, count = hashes[tonumber(ARGV[at + 1])], tonumber(ARGV[at + 2])
    local reply = false
    if only_if == '' or only_if == condition then
      reply = redis.call(command, hash, unpack(ARGV, at + 3, at + 2 + count))
      has_step = has_step or ARGV[at + 1] == '3'
    end
    if command == 'HEXISTS' then condition = reply == 0 and '?' or '' end
    if command == 'HSETNX' then
      local is_other = reply == 0 and redis.call('HGET', hash, ARGV[at + 3]) ~= ARGV[at + 4]
      condition = reply == 1 and '?' or is_other and '!' or ''
    end
    replies[#replies + 1] = reply
    at = at + 3 + count
  end
  return replies, has_step and { outcome = state[1], automationId = state[3] }
end
