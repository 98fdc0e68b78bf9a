/** An image process whose decoder never comes back. */
process.on('message', () => {
  for (;;);
});
process.send?.('ready');
