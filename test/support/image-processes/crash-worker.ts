/** An image process that dies of its first image. */
process.on('message', () => process.kill(process.pid, 'SIGSEGV'));
process.send?.('ready');
