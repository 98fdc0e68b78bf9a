-- The slots of a workspace. New deliveries and those that waited take turns at the last free one: whoever is refused it
-- notes that, and finds it left free when it comes again in time. Who takes a slot is told here; its caller writes it down.

-- Longer than any lease of a claim, with what the clock of another server may be ahead.
local lease_max_ms = 90000
-- A sender that was refused comes again within this time, a run that waits within that.
local refused_for_ms, waits_for_ms = 60000, 15000

-- Whether `id` takes one of `max` slots. `kind`: "new" or "waited". `places`, `turn`: keys. `now`: of the store, ms.
local function take_slot(places, turn, kind, id, now, max)
  if max - redis.call('ZCARD', places) > 1 then return true end
  redis.call('ZREMRANGEBYSCORE', places, '-inf', now)
  -- Left by a clock that has since stepped back; a run that is confirmed holds its slot without a lease.
  redis.call('ZREMRANGEBYSCORE', places, '(' .. (now + lease_max_ms), '(+inf')
  if redis.call('ZSCORE', places, id) then return true end
  local free = max - redis.call('ZCARD', places)
  if free > 1 then return true end
  local is_new = kind == 'new'
  local found = redis.call('HMGET', turn, 'next', 'refusedAt', 'waitedAt')
  local waits = now - (tonumber(found[3]) or 0) < waits_for_ms
  local is_kept = is_new and found[1] == 'waited' and waits
    or not is_new and found[1] == 'new' and now - (tonumber(found[2]) or 0) < refused_for_ms
  if free < 1 or is_kept then
    redis.call('HSET', turn, is_new and 'refusedAt' or 'waitedAt', string.format('%.0f', now))
  elseif not is_new then
    redis.call('HSET', turn, 'next', 'new')
  elseif waits then
    redis.call('HSET', turn, 'next', 'waited')
  else
    return true
  end
  redis.call('PEXPIRE', turn, refused_for_ms)
  return free >= 1 and not is_kept
end
