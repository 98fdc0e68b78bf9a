-- The clock of the store.
local function now_ms()
  local time = redis.call('TIME')
  return time[1] .. string.format('%03d', math.floor(time[2] / 1000))
end

-- Since when it is known which policies of an agent are used.
local function note_uses_since(policies)
  redis.call('HSETNX', policies, 'uses-since', now_ms())
end
