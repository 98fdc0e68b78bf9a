-- Admits one delivery or says why not; whatever it writes belongs to a claim with a short lease.
-- KEYS: automation, delivery, body, minute (sorted set), slots (sorted set), requests of the minute on this hook,
--   workspace, repeats, kept repeat, runs of the day's budget,
--   use of the day's budget, then the counts (script-parts/count.lua), …
-- ARGV: deliveryId, requests a minute on the hook, deliveries a minute, slots, claim lease in ms,
--   "new", "again" after it was refused for want of a slot, or "started" where the run is started already: then neither a
--   limit nor the state of the automation applies, and nothing but an automation of which nothing is left prevents the
--   record; moment of the counts, version of the sender that it was judged by (empty where none did), body, bytes that the
--   workspace may store, and take in a day, time zone whose day the budget is of and that day (both empty where they are not
--   known), "loop" where it is of a round that is not run (else empty), deliveries, bytes and ms that an automation holds at
--   most, runs of it that wait at most, then field, value, …
-- Answer: {status, …}: stale (it was judged by another sender; nothing is counted) |
--   zone, name (the budget is of the day of another zone; nothing is counted) | flood, wait ms | retired | suspended |
--   paused, loop or budget, name, revision, agent | duplicate, when the first arrived in ms | storage, "total" or "day" |
--   rate, wait ms | full, "hold" where that is full, "wait" where too many wait | held, "first" or "next" |
--   claimed, "first" or "contender", name.
local is_started = ARGV[6] == 'started'
local moment = ARGV[7]

local automation = redis.call('HMGET', KEYS[1], 'state', 'revision', 'name', 'agentId', 'senderVersion', 'budget',
  'burst')
if ARGV[8] ~= '' and automation[1] and (automation[5] or '0') ~= ARGV[8] then return {'stale'} end
local budget = read_budget(automation[6])
if budget then
  local zone = redis.call('HGET', KEYS[7], 'timeZone') or 'UTC'
  if zone ~= ARGV[12] then return {'zone', zone} end
end
if ARGV[6] == 'again' then
  count('CONCURRENCY_EXCEEDED', -1, moment, 12)
  if moment ~= '' then note_refusal(KEYS[1], -1) end
end
local function refuse(code, answer)
  count(code, 1, moment, 12)
  return answer
end

if not is_started then
  local requests = redis.call('INCR', KEYS[6])
  if requests == 1 then redis.call('PEXPIRE', KEYS[6], 60000) end
  if requests > tonumber(ARGV[2]) then
    return refuse('DELIVERY_RATE_EXCEEDED', {'flood', tostring(math.max(redis.call('PTTL', KEYS[6]), 1))})
  end
end

if not automation[1] or (automation[1] == 'deleted' and not is_started) then return {'retired'} end
local workspace_state = redis.call('HGET', KEYS[7], 'state')
if workspace_state == 'deleting' then return {'retired'} end
if workspace_state == 'suspended' and not is_started then return refuse('WEBHOOK_SUSPENDED', {'suspended'}) end
if automation[1] == 'paused' and not is_started then return {'paused', automation[3], automation[2], automation[4]} end

local known = redis.call('HMGET', KEYS[2], 'phase', 'receivedAt')
local phase = known[1]
if phase == 'confirmed' then
  note_duplicate(KEYS[2], KEYS[8], KEYS[9], moment, 12, ARGV[9], { unpack(ARGV, 19) })
  return {'duplicate', known[2]}
end
if phase == 'claimed' then return {'claimed', 'contender', automation[3]} end
if not is_started and ARGV[14] == 'loop' then return {'loop', automation[3], automation[2], automation[4]} end
if not is_started and is_used_up(budget, KEYS[10], KEYS[11], ARGV[1]) then
  return {'budget', automation[3], automation[2], automation[4]}
end

local function refuse_for_room(code, answer)
  if moment ~= '' then note_refusal(KEYS[1], 1) end
  return refuse(code, answer)
end

-- One clock for all processes: theirs may differ.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, leaseMs = ARGV[1], tonumber(ARGV[5])
-- A delivery that its owner runs again is not held: it would stand before those of senders.
local holds = automation[7] == 'hold' and moment ~= ''
local function hold()
  if is_hold_full(KEYS[1], #ARGV[9], now, tonumber(ARGV[15]), tonumber(ARGV[16]), tonumber(ARGV[17])) then
    return refuse_for_room('CONCURRENCY_EXCEEDED', {'full', 'hold'})
  end
  redis.call('HSET', KEYS[2], 'phase', 'confirmed', 'outcome', 'running', 'revision', automation[2],
    'automationName', automation[3], 'agentId', automation[4], unpack(ARGV, 19))
  redis.call('SET', KEYS[3], ARGV[9])
  local received_at = redis.call('HGET', KEYS[2], 'receivedAt')
  redis.call('ZADD', KEYS[1] .. ':activity', received_at, id)
  redis.call('ZADD', KEYS[1] .. ':activity:running', received_at, id)
  local place = hold_delivery(KEYS[1], string.match(KEYS[1], '[^:]+$'), KEYS[2], id, #ARGV[9])
  count_new(KEYS[2])
  index_delivery(string.match(KEYS[1], '^{.-}') .. ':deliveries:index', KEYS[2])
  publish_change(KEYS[2])
  return {'held', place}
end
if not is_started then
  local limit = without_room(KEYS[2], #ARGV[9], tonumber(ARGV[10]), tonumber(ARGV[11]))
  if limit then return refuse_for_room('STORAGE_EXCEEDED', {'storage', limit}) end
  if redis.call('SCARD', KEYS[1] .. ':waiting') >= tonumber(ARGV[18]) then
    return refuse_for_room('CONCURRENCY_EXCEEDED', {'full', 'wait'})
  end
  -- Behind those that are held already.
  if holds and redis.call('EXISTS', KEYS[1] .. ':held') == 1 then return hold() end
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now - 60000)
  -- A little ahead is what a server wrote whose place this one took; more was left by a clock that has since stepped back.
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '(' .. (now + 60000), '+inf')
  if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[3]) then
    if holds then return hold() end
    local oldest = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')
    return refuse_for_room('DELIVERY_RATE_EXCEEDED', {'rate', tostring(oldest[2] + 60000 - now)})
  end
  -- A delivery that may be held waits for its turn like those that are.
  local kind = holds and 'waited' or 'new'
  if not take_slot(KEYS[5], KEYS[5] .. ':turn', kind, id, now, tonumber(ARGV[4])) then
    if holds then return hold() end
    return refuse_for_room('CONCURRENCY_EXCEEDED', {'full'})
  end
end
redis.call('ZADD', KEYS[4], now, id)
redis.call('PEXPIRE', KEYS[4], 60000)
redis.call('ZADD', KEYS[5], now + leaseMs, id)
redis.call('HSET', KEYS[2], 'phase', 'claimed', 'revision', automation[2], 'automationName', automation[3],
  'agentId', automation[4], unpack(ARGV, 19))
if budget then
  redis.call('HSET', KEYS[2], 'budgetDay', ARGV[13])
  redis.call('SADD', KEYS[10], id)
  redis.call('EXPIRE', KEYS[10], 3 * 86400)
end
redis.call('PEXPIRE', KEYS[2], leaseMs)
redis.call('SET', KEYS[3], ARGV[9], 'PX', leaseMs)
return {'claimed', 'first', automation[3]}
