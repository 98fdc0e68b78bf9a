-- Takes the most that a call of a model may use out of the budgets of its automation and its workspace, or says why not.
--
-- A reservation counts until it is settled or its lease is over. What asks again at the same place, because its worker
-- died, takes the place of its former attempt. Such an attempt may come back all the same and is counted then: therefore its
-- field stays for a day.
-- KEYS: automation, workspace, reservations, use of the day. ARGV: arguments by name (`asked` in adapters/store/automation/purses.ts).
-- Answer: {status, …}: zone, name (the budget is of the day of another zone) | none (no budget holds for it) | taken |
--   unpriced, span | used, span, part, its limit, tokens and micros that are left or "" | wait, span (until others are settled).
local automation, workspace, reservations, use = unpack(KEYS)
local asked = cjson.decode(ARGV[1])
local of_workspace = redis.call('HMGET', workspace, 'timeZone', 'budget')
local limits = limits_of(read_limits(redis.call('HGET', automation, 'budget')), read_limits(of_workspace[2]), use)
if #limits == 0 then return {'none'} end
local zone = of_workspace[1] or 'UTC'
if zone ~= asked.zone then return {'zone', zone} end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local taken = {}
local function add(key, one)
  local sum = taken[key] or {tokens = 0, micros = 0}
  taken[key] = {tokens = sum.tokens + one.tokens, micros = sum.micros + one.micros}
end
local stored = redis.call('HGETALL', reservations)
local own_call, own_attempt = asked.call .. '/', asked.call .. '/' .. asked.attempt .. '/'
for index = 1, #stored, 2 do
  local field, one = stored[index], cjson.decode(stored[index + 1])
  local is_former = string.sub(field, 1, #own_call) == own_call and string.sub(field, 1, #own_attempt) ~= own_attempt
  if is_former and one.endsAt > now then
    one.endsAt = now
    redis.call('HSET', reservations, field, cjson.encode(one))
  end
  if one.endsAt > now then
    for _, key in ipairs({one.use, months_of(one.use)}) do add(key, one) end
  elseif one.endsAt < now - 86400000 then
    redis.call('HDEL', reservations, field)
  end
end

local left, beyond, waits = {}, nil, nil
for _, limit in ipairs(limits) do
  local most, key, span = unpack(limit)
  local used_tokens, used_micros = used_of(key)
  local reserved = taken[key] or {tokens = 0, micros = 0}
  for _, part in ipairs({
    {'tokens', asked.tokens, used_tokens, reserved.tokens},
    {'amountMicros', asked.micros, used_micros, reserved.micros},
  }) do
    local name, wanted, used, others = unpack(part, 1, 4)
    if most[name] and not wanted then return {'unpriced', span} end
    if most[name] then
      local free = most[name] - used
      left[name] = math.min(left[name] or free, free)
      if wanted > free then beyond = beyond or {'used', span, name, string.format('%.0f', most[name])} end
      if wanted > free - others then waits = waits or span end
    end
  end
end
if beyond then
  for _, name in ipairs({'tokens', 'amountMicros'}) do
    table.insert(beyond, left[name] and string.format('%.0f', left[name]) or '')
  end
  return beyond
end
if waits then return {'wait', waits} end
local kept = {use = use, tokens = asked.tokens, micros = asked.micros or 0, endsAt = now + asked.leaseMs}
redis.call('HSET', reservations, own_attempt .. asked.number, cjson.encode(kept))
redis.call('EXPIRE', reservations, 2 * 86400)
return {'taken'}
