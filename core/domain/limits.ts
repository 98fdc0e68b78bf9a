/** Limits as the specification sets them. core/contracts/, which imports nothing of core/domain/, repeats some in prose. */
export const limits = {
  /** Per workspace, where its operator set no other: accepted by all of its automations together. */
  deliveriesPerMinute: 60,
  /** The same: processed at once for all of its automations together. */
  concurrentDeliveries: 8,
  /** The part of those for runs that waited for the same target. */
  resumedPerTargetShare: 0.5,
  /** Runs of one automation that wait for a target or a model. */
  waitingRunsMax: 1_000,
  /** Per workspace: approvals that nobody decided yet. */
  openApprovalsMax: 1_000,
  /** Per delivery. */
  deliveryBodyBytesMax: 1_000_000,
  /** Requests of one hook that reach admission, whatever their outcome; or ten times what its workspace may take, if that is more. */
  hookRequestsPerMinute: 600,
  /** Requests of one client at one hook that are refused before that. */
  refusedRequestsPerMinute: 600,
  /** Per automation: the newest deliveries that came while it was paused. */
  pausedRowsMax: 1_000,
  /** Per automation: deliveries that are skipped before any run is started, and kept to be run later. */
  keptDeliveriesMax: 1_000,
  /** Per automation: all of their bodies. */
  keptBytesMax: 20_000_000,
  /** Held deliveries of one automation. */
  heldDeliveriesMax: 1_000,
  /** Bodies of all held deliveries of one automation. */
  heldBytesMax: 20_000_000,
  /** Deliveries of one reference behind the run that is under way. */
  lineMax: 100,
  /** An automation whose oldest held delivery waits for so long holds no more. */
  heldForMsMax: 24 * 60 * 60_000,
  /** Per delivery as its record is read: the shown part of the body. */
  shownBodyBytesMax: 65_536,
} as const;
