-- The entries under which a delivery is found by its reference, by its event id, and by what caused it
-- (adapters/store/search/lookup.ts); nil for one that it does not have. `record`: its fields.
local function index_entries(run, record)
  local id = string.match(run, '[^:]+$')
  local function entry(kind, text)
    return text and kind .. string.sub(redis.sha1hex(text), 1, 12) .. string.format('%013.0f', tonumber(record.receivedAt) or 0) .. id
  end
  return entry('r', record.reference), entry('e', record.eventId), entry('c', record.causedBy)
end

-- Whether no run was started for a skipped delivery (core/domain/skipped-at-door.ts).
local function is_door_reason(reason) return reason == 'paused' or reason == 'budget' or reason == 'loop' end

-- Whether the id of the delivery follows from its event id: then it is found without an entry. One for which no run was
-- started has an id of its own.
local function is_derived(record)
  if record.outcome == 'skipped' and is_door_reason(record.reason) then return false end
  local kind = string.match(record.workflowId or '', '^run/[^/]+/(%a+)/')
  return kind == 'id' or kind == 'digest'
end

-- Never keeps a delivery from being accepted: one that is not indexed is still listed.
local function index_delivery(index, run, record)
  local by_reference, by_event, by_cause = index_entries(run, record)
  if is_derived(record) then by_event = nil end
  local added = {}
  for _, entry in pairs({ by_reference, by_event, by_cause }) do
    added[#added + 1] = 0
    added[#added + 1] = entry
  end
  if #added > 0 then redis.pcall('ZADD', index, unpack(added)) end
end

local function unindex_delivery(index, run)
  local entries = {}
  for _, entry in pairs({ index_entries(run, fields_of(run)) }) do entries[#entries + 1] = entry end
  if #entries > 0 then redis.call('ZREM', index, unpack(entries)) end
end
