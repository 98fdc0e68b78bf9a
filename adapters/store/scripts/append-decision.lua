-- Appends a decision to the audit log of an agent, and notes the use of policies. Nothing is kept where the agent was
-- deleted meanwhile, as no sweep sees it, or the delivery was erased.
-- KEYS: agent, decisions, policies, delivery (that of no delivery does not exist). ARGV: ids of the policies that allowed it as JSON, then field, value, …
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[4], 'erasedAt') == 1 then return 1 end
local entry = redis.call('XADD', KEYS[2], '*', unpack(ARGV, 2))
-- An entry is named by its moment.
note_uses(KEYS[3], cjson.decode(ARGV[1]), string.match(entry, '^%d+'))
return 1
