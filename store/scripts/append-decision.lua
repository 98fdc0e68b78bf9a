-- Appends a decision to the audit log of an agent; of one that was deleted meanwhile nothing is kept, as no sweep sees it.
-- KEYS: agent, decisions. ARGV: field, value, …
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('XADD', KEYS[2], '*', unpack(ARGV)) end
return 1
