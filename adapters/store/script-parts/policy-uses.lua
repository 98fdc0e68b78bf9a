-- Notes the use of those of these policies of an agent that are still there, and since when it is known which are used.
-- `now`: ms of the clock of the store, as text.
local function note_uses(policies, ids, now)
  local asked, noted = { 'uses-since' }, {}
  for index, id in ipairs(ids) do asked[index + 1] = 'id:' .. id end
  local found = redis.call('HMGET', policies, unpack(asked))
  if not found[1] then noted = { 'uses-since', now } end
  for index, id in ipairs(ids) do
    if found[index + 1] then
      noted[#noted + 1] = 'used:' .. id
      noted[#noted + 1] = now
    end
  end
  if #noted > 0 then redis.call('HSET', policies, unpack(noted)) end
end
