/** Limits as the specification sets them. contracts/, which imports nothing of domain/, repeats some in prose. */
export const limits = {
  /** Of a workspace: accepted by all of its automations together. */
  deliveriesPerMinute: 60,
  /** Of a workspace: processed at once for all of its automations together. */
  concurrentDeliveries: 8,
  /** Of one delivery. */
  deliveryBodyBytesMax: 1_000_000,
  /** Of one hook: requests of any result. */
  hookRequestsPerMinute: 600,
  /** Of one automation: the newest deliveries that came while it was paused. */
  pausedRowsMax: 1_000,
  /** Of one automation: deliveries that are skipped before any run is started, and kept to be run later. */
  keptDeliveriesMax: 1_000,
  /** Of one automation: all of their bodies. */
  keptBytesMax: 20_000_000,
  /** Of one delivery as its record is read: how much of the body is shown. */
  shownBodyBytesMax: 65_536,
} as const;
