-- Adds refused requests to the event of their minute, which is sent when that is over; begins it where it is the first.
-- KEYS: targets of the workspace. ARGV: the event (script-parts/note-event.lua), refusals by code as JSON.
-- Answer: the targets to be woken.
local workspace, event = string.match(KEYS[1], '^{.-}'), cjson.decode(ARGV[1])
local woken = note_event(workspace, event)
local id = 'evt_' .. string.sub(redis.sha1hex(event.kind .. ' ' .. event.subject), 1, 22)
for _, target in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local record = workspace .. ':events:target:' .. target .. ':event:' .. id
  if redis.call('EXISTS', record) == 1 then
    local known = cjson.decode(redis.call('HGET', record, 'refusals') or '{}')
    for code, amount in pairs(cjson.decode(ARGV[2])) do known[code] = (known[code] or 0) + amount end
    redis.call('HSET', record, 'refusals', cjson.encode(known))
  end
end
return woken
