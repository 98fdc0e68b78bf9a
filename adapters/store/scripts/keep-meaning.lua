-- Keeps what the texts of an automation of an earlier release mean, with it and with its newest revision.
-- KEYS: automation, its revision. ARGV: number of that revision, then condition, plan and proposal as they are stored.
-- Answer: 1 when written; 0 if the automation is gone, was changed meanwhile, or its revision has a plan already, be it an empty one.
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] or redis.call('HEXISTS', KEYS[2], 'plan') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'condition', ARGV[2], 'plan', ARGV[3], 'proposal', ARGV[4])
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('HSET', KEYS[2], 'condition', ARGV[2], 'plan', ARGV[3]) end
return 1
