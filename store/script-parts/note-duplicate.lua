-- Notes on a delivery that its event arrived again.
local function note_duplicate(run, moment, first)
  if moment == '' then return end
  local time = redis.call('TIME')
  redis.pcall('HINCRBY', run, 'duplicates', 1)
  redis.pcall('HSET', run, 'lastDuplicateAt', time[1] .. string.format('%03d', math.floor(time[2] / 1000)))
  count('duplicate', 1, moment, first)
  publish_change(run)
end
