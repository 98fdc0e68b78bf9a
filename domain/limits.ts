/** The limits of a workspace and of a hook, as the specification sets them. */
export const limits = {
  deliveriesPerMinute: 60,
  concurrentDeliveries: 8,
  deliveryBodyBytesMax: 1_000_000,
  hookRequestsPerMinute: 600,
  shownBodyBytesMax: 65_536,
} as const;
