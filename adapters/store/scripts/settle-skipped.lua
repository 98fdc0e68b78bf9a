-- Notes as what delivery a skipped one was run; then its body is kept with that.
-- KEYS: skipped delivery, its body, kept deliveries. ARGV: its id, the other one. Answer: 1, or 0 without a record.
drop_kept(KEYS[3], ARGV[1])
redis.call('UNLINK', KEYS[2])
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
count_stored(KEYS[1], nil, nil, { 'replayedAs', ARGV[2] })
publish_change(KEYS[1])
return 1
