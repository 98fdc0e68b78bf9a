-- The entries under which a delivery is found by its reference, by its event id, and by what caused it
-- (adapters/store/search/lookup.ts); false for one that it does not have.
local function index_entries(run)
  local found = redis.call('HMGET', run, 'receivedAt', 'reference', 'eventId', 'causedBy')
  local id = string.match(run, '[^:]+$')
  local function entry(kind, text)
    return text and kind .. string.sub(redis.sha1hex(text), 1, 12) .. string.format('%013.0f', tonumber(found[1]) or 0) .. id
  end
  return entry('r', found[2]), entry('e', found[3]), entry('c', found[4])
end

-- Whether no run was started for a skipped delivery (core/domain/skipped-at-door.ts).
local function is_door_reason(reason) return reason == 'paused' or reason == 'budget' or reason == 'loop' end

-- Whether the id of the delivery follows from its event id: then it is found without an entry. One for which no run was
-- started has an id of its own.
local function is_derived(run)
  local found = redis.call('HMGET', run, 'workflowId', 'outcome', 'reason')
  if found[2] == 'skipped' and is_door_reason(found[3]) then return false end
  local kind = string.match(found[1] or '', '^run/[^/]+/(%a+)/')
  return kind == 'id' or kind == 'digest'
end

-- Never keeps a delivery from being accepted: one that is not indexed is still listed.
local function index_delivery(index, run)
  local by_reference, by_event, by_cause = index_entries(run)
  if by_reference then redis.pcall('ZADD', index, 0, by_reference) end
  if by_cause then redis.pcall('ZADD', index, 0, by_cause) end
  if by_event and not is_derived(run) then redis.pcall('ZADD', index, 0, by_event) end
end

local function unindex_delivery(index, run)
  for _, entry in ipairs({ index_entries(run) }) do
    if entry then redis.call('ZREM', index, entry) end
  end
end
