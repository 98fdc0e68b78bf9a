/** Knowledge of a sender that helps to write conditions on what it delivers. */
export interface SenderFacts {
  /** Values of `event` that it is known for; it has others. */
  readonly events: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

const facts: Readonly<Record<string, SenderFacts>> = {
  calendly: {
    events: words('invitee.created invitee.canceled invitee_no_show.created routing_form_submission.created'),
  },
  github: {
    events: words(
      'push pull_request pull_request_review issues issue_comment release workflow_run check_run deployment_status create delete star ping',
    ),
  },
  intercom: {
    events: words(
      'conversation.user.created conversation.user.replied conversation.admin.replied conversation.admin.closed contact.created ticket.created ping',
    ),
  },
  mailgun: { events: words('accepted rejected delivered failed opened clicked unsubscribed complained') },
  pagerduty: {
    events: words(
      'incident.triggered incident.acknowledged incident.escalated incident.reassigned incident.resolved incident.reopened incident.annotated service.created service.updated',
    ),
  },
  shopify: {
    events: words(
      'orders/create orders/paid orders/updated orders/fulfilled orders/cancelled refunds/create products/create products/update customers/create app/uninstalled',
    ),
  },
  square: {
    events: words(
      'payment.created payment.updated refund.created refund.updated order.created order.updated invoice.payment_made',
    ),
  },
  stripe: {
    events: words(
      'charge.succeeded charge.failed charge.refunded charge.dispute.created checkout.session.completed customer.created customer.subscription.created customer.subscription.updated customer.subscription.deleted invoice.paid invoice.payment_failed payment_intent.succeeded payment_intent.payment_failed payout.paid',
    ),
  },
  typeform: { events: words('form_response form_response_partial') },
  woocommerce: {
    events: words('order.created order.updated product.created product.updated customer.created'),
  },
};

const nothing: SenderFacts = { events: [] };

export const factsOf = (senderId: string): SenderFacts =>
  Object.hasOwn(facts, senderId) ? (facts[senderId] ?? nothing) : nothing;
