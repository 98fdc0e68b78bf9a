-- Limits as they are stored, in JSON: the budget of an automation or a workspace, or what an operator set for a workspace; nil where there
-- are none, or where they cannot be read.
local function read_limits(stored)
  if not stored or stored == '' then return nil end
  local is_read, limits = pcall(cjson.decode, stored)
  if is_read and type(limits) == 'table' then return limits end
  return nil
end

-- Puts the limits that are stored with a workspace in the place of the usual ones of the same names.
local function put_own(usual, stored)
  for name, limit in pairs(read_limits(stored) or {}) do usual[name] = tonumber(limit) or usual[name] end
  return usual
end

-- The requests that a hook may get in a minute.
local function hook_requests(limits) return math.max(limits.hookRequestsPerMinute, 10 * limits.deliveriesPerMinute) end
