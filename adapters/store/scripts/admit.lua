-- Admits one delivery or says why not.
--
-- All checks, counts and writes of an admission are this one script, so two deliveries can never pass the same last place.
-- The order of the checks is the contract: first those that no claim excuses (the sender that judged it, the zone of the
-- budget, the flood of the hook, the states of automation and workspace), then whether the event is known, then what it
-- would use up (loop, budget, storage, minute, slot). So a duplicate is told as a duplicate also when nothing is free, and only
-- a refusal for want of room counts as one that is tried again.
-- Invariant: whatever a claim wrote has a lease, on the record, the body and the slot alike. A claim whose request dies
-- leaves nothing behind, `confirm.lua` takes the lease away, and only then the event counts as accepted. What is held is
-- confirmed at once, because its sender is told that it was accepted; so is what stands in the line of a reference, which its
-- end alone frees.
-- A certain no (`asked.no`) is a run that is over: it takes its place in the minute, and neither slot nor line. Where the minute has none,
-- it is refused or held like any other, and a worker judges it.
-- KEYS: in the order of the first line; then the counts (script-parts/count.lua); for a certain no then those of the end
--   (script-parts/end-run.lua), and the revision.
-- ARGV: arguments by name (`asked` in adapters/store/admission/admit.ts), body, the same packed (script-parts/write-body.lua), then field, value, …
-- Answer: {status, …}: stale (it was judged by another sender, or by another condition; nothing is counted) |
--   zone, name (the budget is of the day of another zone; nothing is counted) | flood, wait ms, requests a minute | retired | suspended |
--   paused, loop or budget, name, revision, agent | duplicate, when the first arrived in ms | storage, "total" or "day" |
--   rate, wait ms, deliveries a minute | full, "hold" or "line" where that is full, "wait" where too many wait, "slots" and how many | held, "first" or "next" |
--   filtered, targets of events to be woken … (a certain no) |
--   stored, name (for good; its run is to be started) | claimed, "first" or "contender", name | new.
-- A `check` asks what would be decided: it is counted among the requests of the hook, and writes nothing else. Room is not
-- looked at. `new`: it would be taken as the first of its event.
local automation_key, run, body_key, minute, slots, flood, workspace, repeats, kept_repeat, budget_runs, budget_use =
  unpack(KEYS)
local first_count, first_end, revision_key = 12, 16, KEYS[33]
local asked, body, packed = cjson.decode(ARGV[1]), ARGV[2], ARGV[3]
local id, moment = asked.deliveryId, asked.moment
local is_started, is_check = asked.attempt == 'started', asked.attempt == 'check'

local automation = redis.call('HMGET', automation_key, 'state', 'revision', 'name', 'agentId', 'senderVersion', 'budget',
  'burst', 'order')
if asked.senderVersion and automation[1] and (automation[5] or '0') ~= asked.senderVersion then return {'stale'} end
if asked.revision and automation[1] and automation[2] ~= asked.revision then return {'stale'} end
if asked.no and redis.call('HGET', revision_key, 'condition') ~= asked.no.condition then return {'stale'} end
local of_workspace = redis.call('HMGET', workspace, 'state', 'timeZone', 'budget', 'limits')
put_own(asked, of_workspace[4])
local budget, whole = read_limits(automation[6]), read_limits(of_workspace[3])
local has_budget = budget or whole
if has_budget then
  local zone = of_workspace[2] or 'UTC'
  if zone ~= asked.zone then return {'zone', zone} end
end
if asked.attempt == 'again' then
  count('CONCURRENCY_EXCEEDED', -1, moment, first_count)
  if moment ~= '' then note_refusal(automation_key, -1) end
end
local function refuse(code, answer)
  count(code, 1, moment, first_count)
  return answer
end

if not is_started then
  local requests = redis.call('INCR', flood)
  if requests == 1 then redis.call('PEXPIRE', flood, 60000) end
  local requests_max = hook_requests(asked)
  if requests > requests_max then
    local wait_ms = math.max(redis.call('PTTL', flood), 1)
    return refuse('DELIVERY_RATE_EXCEEDED', {'flood', tostring(wait_ms), tostring(requests_max)})
  end
end

if not automation[1] or (automation[1] == 'deleted' and not is_started) then return {'retired'} end
local workspace_state = of_workspace[1]
if workspace_state == 'deleting' then return {'retired'} end
if workspace_state == 'suspended' and not is_started then return refuse('WEBHOOK_SUSPENDED', {'suspended'}) end
if automation[1] == 'paused' and not is_started then return {'paused', automation[3], automation[2], automation[4]} end

local known = redis.call('HMGET', run, 'phase', 'receivedAt')
local phase = known[1]
if phase == 'confirmed' then
  note_duplicate(run, repeats, kept_repeat, moment, first_count, body, { unpack(ARGV, 4) })
  return {'duplicate', known[2]}
end
if phase == 'claimed' then return is_check and {'duplicate'} or {'claimed', 'contender', automation[3]} end
if not is_started and asked.isLoop then return {'loop', automation[3], automation[2], automation[4]} end
if not is_started and has_budget and is_used_up(limits_of(budget, whole, budget_use), budget_runs, id) then
  return {'budget', automation[3], automation[2], automation[4]}
end
if is_check then return {'new'} end

local function refuse_for_room(code, answer)
  if moment ~= '' then note_refusal(automation_key, 1) end
  return refuse(code, answer)
end

-- One clock for all processes: theirs may differ.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- A delivery that its owner runs again is not held for want of room: it would stand before those of senders.
local holds = automation[7] == 'hold' and moment ~= ''
local line = automation[8] == 'reference' and asked.reference and line_of(automation_key, asked.reference)
local function store_for_good()
  redis.call('HSET', run, 'phase', 'confirmed', 'outcome', 'running', 'revision', automation[2],
    'automationName', automation[3], 'agentId', automation[4], unpack(ARGV, 4))
  write_body(body_key, body, packed)
  local record = fields_of(run)
  redis.call('ZADD', automation_key .. ':activity', record.receivedAt, id)
  redis.call('ZADD', automation_key .. ':activity:running', record.receivedAt, id)
  count_new(run, record, {}, #body)
  index_delivery(string.match(automation_key, '^{.-}') .. ':deliveries:index', run, record)
end
local function is_minute_full() return redis.call('ZCARD', minute) >= asked.deliveriesPerMinute end
local function has_minute()
  if not is_minute_full() then return true end
  redis.call('ZREMRANGEBYSCORE', minute, '-inf', now - 60000)
  -- A little ahead is what a server wrote whose place this one took; more was left by a clock that has since stepped back.
  redis.call('ZREMRANGEBYSCORE', minute, '(' .. (now + 60000), '+inf')
  return not is_minute_full()
end
local function take_minute()
  redis.call('ZADD', minute, now, id)
  redis.call('PEXPIRE', minute, 60000)
end
local function hold()
  if is_hold_full(automation_key, #body, now, asked.heldDeliveriesMax, asked.heldBytesMax, asked.heldForMsMax) then
    return refuse_for_room('CONCURRENCY_EXCEEDED', {'full', 'hold'})
  end
  store_for_good()
  local place = hold_delivery(automation_key, run, id, #body, line)
  publish_change(run)
  return {'held', place}
end
if not is_started then
  local limit = without_room(run, #body, asked.storedBytesMax, asked.storedBytesPerDay)
  if limit then return refuse_for_room('STORAGE_EXCEEDED', {'storage', limit}) end
  if asked.no and has_minute() then
    take_minute()
    -- An earlier claim, which was lost, may have taken a part of it.
    if has_budget then count_run(budget_runs, budget_use, id, -1) end
    store_for_good()
    return {'filtered', unpack(end_run(first_end, asked.no.ended, first_count, fields_of(run)))}
  end
  if redis.call('SCARD', automation_key .. ':waiting') >= asked.waitingRunsMax then
    return refuse_for_room('CONCURRENCY_EXCEEDED', {'full', 'wait'})
  end
  if line and first_in_line(automation_key, line) then
    if is_line_full(automation_key, line, asked.lineMax) then
      return refuse_for_room('CONCURRENCY_EXCEEDED', {'full', 'line'})
    end
    return hold()
  end
  -- Behind those that are held already.
  if holds and redis.call('EXISTS', automation_key .. ':held') == 1 then return hold() end
  if not has_minute() then
    if holds then return hold() end
    local oldest = redis.call('ZRANGE', minute, 0, 0, 'WITHSCORES')
    return refuse_for_room('DELIVERY_RATE_EXCEEDED', {'rate', tostring(oldest[2] + 60000 - now), tostring(asked.deliveriesPerMinute)})
  end
  -- A delivery that may be held waits for its turn like those that are.
  local kind = holds and 'waited' or 'new'
  if not take_slot(slots, slots .. ':turn', kind, id, now, asked.concurrentDeliveries) then
    if holds then return hold() end
    return refuse_for_room('CONCURRENCY_EXCEEDED', {'full', 'slots', tostring(asked.concurrentDeliveries)})
  end
end
take_minute()
if has_budget then
  redis.call('HSET', run, 'budgetDay', asked.day)
  count_run(budget_runs, budget_use, id, 1)
end
if line then
  store_for_good()
  redis.call('ZADD', slots, '+inf', id)
  redis.call('ZADD', line, next_place(line, line), id)
  publish_change(run)
  return {'stored', automation[3]}
end
redis.call('ZADD', slots, now + asked.leaseMs, id)
redis.call('HSET', run, 'phase', 'claimed', 'revision', automation[2], 'automationName', automation[3],
  'agentId', automation[4], unpack(ARGV, 4))
redis.call('PEXPIRE', run, asked.leaseMs)
write_body(body_key, body, packed, asked.leaseMs)
return {'claimed', 'first', automation[3]}
