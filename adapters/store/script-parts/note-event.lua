-- Queues an event for each target of the workspace that wants its kind, once. `workspace`: its hash tag. `event`: `noted` in
-- adapters/store/event/note-event.ts. Gives the targets whose sender has to be woken: nothing else was due there as soon.
-- Nothing of it keeps a script from going on.
local function note_event(workspace, event)
  local woken, prefix, sequence = {}, workspace .. ':events:', nil
  local id = 'evt_' .. string.sub(redis.sha1hex(event.kind .. ' ' .. event.subject), 1, 22)
  for _, target in ipairs(redis.call('ZRANGE', prefix .. 'targets', 0, -1)) do
    local key = prefix .. 'target:' .. target
    local record, log, queue = key .. ':event:' .. id, key .. ':log', key .. ':queue'
    local found = redis.call('HMGET', key, 'state', 'events')
    local is_wanted = found[1] == 'on' and string.find(found[2] or '', '"' .. event.kind .. '"', 1, true)
    if is_wanted and redis.call('EXISTS', record) == 0 then
      sequence = sequence or redis.pcall('INCR', prefix .. 'sequence')
      if type(sequence) ~= 'number' then sequence = 0 end
      redis.call('HSET', record, 'id', id, 'sequence', sequence, unpack(event.fields))
      redis.call('ZADD', log, sequence, id)
      local first = redis.call('ZRANGE', queue, 0, 0, 'WITHSCORES')
      if not first[2] or tonumber(first[2]) > event.due then woken[#woken + 1] = target end
      redis.call('ZADD', queue, event.due, id)
      -- The oldest that are over; what is still being sent stays.
      local surplus = math.min(redis.call('ZCARD', log) - event.logMax, 10)
      for _, old in ipairs(surplus > 0 and redis.call('ZRANGE', log, 0, surplus - 1) or {}) do
        if not redis.call('ZSCORE', queue, old) then
          redis.call('DEL', key .. ':event:' .. old)
          redis.call('ZREM', log, old)
        end
      end
    end
  end
  return woken
end
