/** A delivery in the format of one of three kinds of senders. */
export interface DemoDelivery {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Four deliveries: a match, a non-match, a retry of the first, and the first order again as form data. */
export function demoDeliveries(run: string): readonly DemoDelivery[] {
  const checkout = {
    id: `evt_${run}`,
    type: 'checkout.session.completed',
    data: { object: { id: `cs_${run}`, payment_status: 'paid', amount_total: 5990, currency: 'eur' } },
  };
  const paid: DemoDelivery = {
    title: 'A payment provider reports a paid checkout (JSON, with an event id)',
    headers: {
      'content-type': 'application/json',
      'x-service-event-id': checkout.id,
      'x-service-reference': `Order ${run}`,
      'x-service-reference-url': `https://shop.example.com/orders/${run}`,
    },
    body: JSON.stringify(checkout),
  };
  const order = {
    id: `ord-${run}`,
    number: '10042',
    paymentStatus: 'UNPAID',
    priceSummary: { total: '12.00' },
  };
  const unpaid: DemoDelivery = {
    title: 'A shop reports an order that is not paid (JSON, id inside the body)',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event_id: `shop-${run}`, entityFqdn: 'ecom.order', order }),
  };
  const form: DemoDelivery = {
    title: 'A payment form reports the same checkout (form data, no event id)',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      txn_id: `cs_${run}`,
      payment_status: 'paid',
      amount_total: '5990',
    }).toString(),
  };
  return [paid, unpaid, { ...paid, title: 'The payment provider tries again (the same event id)' }, form];
}
