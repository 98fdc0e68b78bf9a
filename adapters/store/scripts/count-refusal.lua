-- Counts that a request on a hook was refused. KEYS: the counts (script-parts/count.lua), … ARGV: code, moment of the counts.
count(ARGV[1], 1, ARGV[2], 1)
