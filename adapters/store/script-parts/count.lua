-- Adds to what is counted by hour and by day, for an automation and for its workspace. A counter that is damaged or full
-- stays as it is, and keeps nothing from going on.
-- `first`: the position in KEYS of hours of the automation, hours of the workspace, days of the automation, days of the
-- workspace. `moment`: day of the month and hour, such as "22T13"; '' where nothing is counted.
local function count(name, amount, moment, first)
  if moment == '' then return end
  local day, hour = string.sub(moment, 1, 2), string.sub(moment, 4, 5)
  for offset, at in ipairs({ hour, hour, day, day }) do
    local key = KEYS[first + offset - 1]
    -- Hours are shown for two days, days for 400.
    if redis.pcall('HINCRBY', key, at .. ':' .. name, amount) == 1 then
      redis.pcall('EXPIRE', key, offset <= 2 and 3 * 86400 or 432 * 86400)
    end
  end
end
