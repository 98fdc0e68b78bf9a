-- Notes the use of those of these policies of an agent that are still there, and since when it is known which are used.
local function note_uses(policies, ids)
  local asked, noted = { 'uses-since' }, {}
  for index, id in ipairs(ids) do asked[index + 1] = 'id:' .. id end
  local found, time = redis.call('HMGET', policies, unpack(asked)), redis.call('TIME')
  -- The clock of the store.
  local now = time[1] .. string.format('%03d', math.floor(time[2] / 1000))
  if not found[1] then noted = { 'uses-since', now } end
  for index, id in ipairs(ids) do
    if found[index + 1] then
      noted[#noted + 1] = 'used:' .. id
      noted[#noted + 1] = now
    end
  end
  if #noted > 0 then redis.call('HSET', policies, unpack(noted)) end
end
