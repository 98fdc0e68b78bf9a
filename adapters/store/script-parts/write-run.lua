-- Commands from a position in ARGV on, and the fields of the run at which they look.
local function commands_from(at)
  local commands, looked = {}, {}
  while at <= #ARGV do
    local only_if, name = string.match(ARGV[at], '^([?!]?)(%u+)$')
    local command = { only_if = only_if, name = name, hash = tonumber(ARGV[at + 1]), count = tonumber(ARGV[at + 2]), at = at + 3 }
    commands[#commands + 1] = command
    if command.hash == 1 and (name == 'HSETNX' or name == 'HEXISTS') then looked[#looked + 1] = ARGV[at + 3] end
    at = at + 3 + command.count
  end
  return commands, looked
end

-- Writes fields in one command for each hash.
local function write_fields(hashes, written)
  for number, fields in pairs(written) do
    local set, removed = {}, {}
    for field, value in pairs(fields) do
      if value then
        set[#set + 1] = field
        set[#set + 1] = value
      else
        removed[#removed + 1] = field
      end
    end
    if #set > 0 then redis.call('HSET', hashes[number], unpack(set)) end
    if #removed > 0 then redis.call('HDEL', hashes[number], unpack(removed)) end
  end
end

-- Sets a field that holds nothing; gives what another holds.
local function set_first(hash, field, value)
  if redis.call('HSETNX', hash, field, value) == 1 then return nil end
  return redis.call('HGET', hash, field)
end

-- Carries commands out one after the other. `run`: the fields of the run at which they look. Gives their replies, and whether one has
-- written a step.
local function carry_out(hashes, run, commands)
  local replies, written, condition, has_step = {}, {}, '', false
  local function set(number, field, value)
    written[number] = written[number] or {}
    written[number][field] = value
    if number == 1 then run[field] = value or nil end
  end
  for _, command in ipairs(commands) do
    local name, number, at = command.name, command.hash, command.at
    local field, reply = ARGV[at], false
    if command.only_if == '' or command.only_if == condition then
      has_step = has_step or number == 3
      if name == 'HSET' then
        for index = at, at + command.count - 1, 2 do set(number, ARGV[index], ARGV[index + 1]) end
        reply = 0
      elseif name == 'HDEL' then
        set(number, field, false)
        reply = 0
      elseif name == 'HKEYS' then
        write_fields(hashes, written)
        written = {}
        reply = redis.call('HKEYS', hashes[number])
      else
        local found = (number == 1 and run or written[number] or {})[field]
        local is_known = number == 1 or found ~= nil
        if name == 'HEXISTS' then
          if not is_known then found = redis.call('HEXISTS', hashes[number], field) == 1 end
          condition = found and '' or '?'
        else
          if not is_known then found = set_first(hashes[number], field, ARGV[at + 1])
          elseif not found then set(number, field, ARGV[at + 1]) end
          condition = not found and '?' or found ~= ARGV[at + 1] and '!' or ''
        end
        reply = (name == 'HEXISTS') == (found and true or false) and 1 or 0
      end
    end
    replies[#replies + 1] = reply
  end
  write_fields(hashes, written)
  return replies, has_step
end

-- Writes what a run leaves between its steps, all of it or nothing: the record of a run that is gone, or was erased, is not
-- begun again, and what became of a call is not written over what another attempt has written since the caller looked.
-- `hashes`: keys of run, turns, steps, calls, shapes. `at`: position in ARGV of call id ('' for none), its record ('' leaves it
--   as it is), "1" where the call is about to leave, how many records it may replace, each of them as it was stored or '' for
--   none, then for each command its name, the number of its hash, how many arguments follow, these. A name that begins with
--   `?` is carried out only where the HSETNX before it has set its field or the HEXISTS before it has found none, with `!` only where that holds another value.
-- `run`: the fields of the run, where they are read already; what is written of them is changed there too.
-- Answer: the replies | gone (the run, or what was in it) | over (the call is about to leave, and the run has ended) | taken; then
--   the fields of the run (script-parts/publish-change.lua), where there is a step of which live readers are to be told.
local function write_run(hashes, at, run)
  local call, record, replaced = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 3])
  local commands, looked = commands_from(at + 4 + replaced)
  if not run then
    local names = { 'outcome', 'erasedAt', 'automationId', unpack(looked) }
    local found = redis.call('HMGET', hashes[1], unpack(names))
    run = {}
    for index, name in ipairs(names) do run[name] = found[index] or nil end
  end
  if not run.outcome or run.erasedAt then return 'gone' end
  if call ~= '' then
    if ARGV[at + 2] == '1' and run.outcome ~= 'running' then return 'over' end
    local is_replaced = {}
    for index = at + 4, at + 3 + replaced do is_replaced[ARGV[index]] = true end
    local is_first = record ~= '' and is_replaced[''] and redis.call('HSETNX', hashes[4], call, record) == 1
    if not is_first then
      if not is_replaced[redis.call('HGET', hashes[4], call) or ''] then return 'taken' end
      if record ~= '' then redis.call('HSET', hashes[4], call, record) end
    end
  end
  local replies, has_step = carry_out(hashes, run, commands)
  return replies, has_step and run
end
