-- The fields of a hash by name: read once, they are given to whatever looks at them.
local function fields_of(hash)
  local found, fields = redis.call('HGETALL', hash), {}
  for index = 1, #found, 2 do fields[found[index]] = found[index + 1] end
  return fields
end
