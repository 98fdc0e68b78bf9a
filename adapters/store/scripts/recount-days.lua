-- Brings the counts of the days of a month to what is stored of them. What was counted and is no longer stored stays.
-- KEYS: days of the automation, days of the workspace, then its activity of each outcome, …
-- ARGV: when the month began in ms, its days, then each outcome, … Answer: how many deliveries were not counted.
local day_ms = 86400000
local added = 0
for day = 1, tonumber(ARGV[2]) do
  local from = ARGV[1] + (day - 1) * day_ms
  local moments = { string.format('%.0f', from), string.format('(%.0f', from + day_ms) }
  for outcome = 3, #ARGV do
    local field = string.format('%02d:%s', day, ARGV[outcome])
    local stored = redis.call('ZCOUNT', KEYS[outcome], moments[1], moments[2])
    local missing = stored - (tonumber(redis.call('HGET', KEYS[1], field) or '0') or 0)
    if missing > 0 then
      redis.call('HINCRBY', KEYS[1], field, missing)
      redis.call('HINCRBY', KEYS[2], field, missing)
      added = added + missing
    end
  end
end
if added > 0 then
  redis.call('EXPIRE', KEYS[1], 432 * 86400)
  redis.call('EXPIRE', KEYS[2], 432 * 86400)
end
return added
