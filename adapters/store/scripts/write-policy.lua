-- Inserts or replaces a policy. One field per domain holds its policies, so that a decision reads a handful of fields.
-- KEYS: policies of the agent, their connections. ARGV: id, revision that was read (0: a new one), domain, header name in lower case, record as JSON.
-- Answer: written | taken (another policy has this domain and header name) | changed | missing.
local key, id, read, domain, header = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]

local function policies_on(name)
  local text = redis.call('HGET', key, 'on:' .. name)
  return text and cjson.decode(text) or {}
end

local function without(list)
  local rest, found = {}, nil
  for _, policy in ipairs(list) do
    if policy.id == id then found = policy else rest[#rest + 1] = policy end
  end
  return rest, found
end

local function header_of(policy)
  return type(policy.headerName) == 'string' and string.lower(policy.headerName) or ''
end

local before = redis.call('HGET', key, 'id:' .. id)
local left, stored = nil, nil
if before then left, stored = without(policies_on(before)) end
if read > 0 and not stored then return 'missing' end
if (stored and stored.revision or 0) ~= read then return 'changed' end

local rest = without(policies_on(domain))
for _, policy in ipairs(rest) do
  if header_of(policy) == header then return 'taken' end
end
if before and before ~= domain then
  if #left == 0 then redis.call('HDEL', key, 'on:' .. before)
  else redis.call('HSET', key, 'on:' .. before, cjson.encode(left)) end
end
local record = cjson.decode(ARGV[5])
rest[#rest + 1] = record
-- Tokens of other settings, or of another domain, are gone with them.
local oauth = stored and stored.oauth
if oauth and not (record.oauth and record.oauth.connectionId == oauth.connectionId) then
  redis.call('HDEL', KEYS[2], id)
end
redis.call('HSET', key, 'on:' .. domain, cjson.encode(rest), 'id:' .. id, domain)
local time = redis.call('TIME')
note_uses(key, {}, time[1] .. string.format('%03d', math.floor(time[2] / 1000)))
return 'written'
