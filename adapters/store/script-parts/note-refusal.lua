-- Notes for the alert rules of the workspace that a delivery was refused because there was no room, or with -1 that it was
-- taken after all. Nothing of it keeps the answer from going out.
local function note_refusal(automation, amount)
  if redis.call('EXISTS', string.match(automation, '^{.-}') .. ':alerts:rules') == 0 then return end
  local key, minute = automation .. ':refusals', math.floor(redis.call('TIME')[1] / 60)
  if redis.pcall('HINCRBY', key, string.format('%.0f', minute), amount) ~= 1 then return end
  -- The first of a minute. Rules look back for a day at most, and an hour from their last look.
  redis.call('EXPIRE', key, 1500 * 60)
  for _, old in ipairs(redis.call('HKEYS', key)) do
    if tonumber(old) and tonumber(old) < minute - 1500 then redis.call('HDEL', key, old) end
  end
end
