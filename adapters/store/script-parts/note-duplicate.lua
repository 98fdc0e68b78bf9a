-- Notes on a delivery that its event arrived again. The last ten repeats are listed; of one whose body is another than that
-- of the first, all that arrived is kept in place of the one before it, unless Redis runs short of memory and the workspace
-- holds more than its share. Nothing of it keeps the answer from going out.
-- `repeats`, `kept`: keys. `moment`, `first`: see count.lua. `fields`: of the record of the repeat, field, value, …
local function note_duplicate(run, repeats, kept, moment, first, body, fields)
  if moment == '' then return end
  local time = redis.call('TIME')
  local at = time[1] .. string.format('%03d', math.floor(time[2] / 1000))
  local number = redis.pcall('HINCRBY', run, 'duplicates', 1)
  redis.pcall('HSET', run, 'lastDuplicateAt', at)
  count('duplicate', 1, moment, first)
  publish_change(run)
  local known = redis.call('HMGET', run, 'bodyDigest', 'erasedAt')
  if known[2] or type(number) ~= 'number' then return end
  local arrived = {}
  for index = 1, #fields, 2 do arrived[fields[index]] = fields[index + 1] end
  local repeated = { number = number, at = tonumber(at), source = arrived.eventIdSource, digest = arrived.bodyDigest,
    sizeBytes = tonumber(arrived.sizeBytes) }
  if known[1] then repeated.differs = known[1] ~= arrived.bodyDigest end
  redis.pcall('LPUSH', repeats, cjson.encode(repeated))
  redis.pcall('LTRIM', repeats, 0, 9)
  if repeated.differs and not is_over_share(redis.call('HGET', storage_of(run), 'hotBytes'), #body) then
    redis.pcall('DEL', kept)
    redis.pcall('HSET', kept, 'number', number, 'body', body, unpack(fields))
    -- What is kept of a run that is not over is counted at its end.
    local outcome = redis.call('HGET', run, 'outcome')
    if outcome ~= 'running' and outcome ~= 'waiting' then count_stored(run) end
  end
end
