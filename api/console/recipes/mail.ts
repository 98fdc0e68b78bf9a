import { jsonText, type Recipe } from './recipe.ts';

/** Recipes that send an e-mail. */
export const mailRecipes: readonly Recipe[] = [
  {
    id: 'contact-form',
    title: 'Get a contact form as e-mail',
    route: 'Website → Postmark',
    name: 'Contact form by e-mail',
    filter: 'Only run when email contains @ and message is not empty',
    instructions:
      'POST https://api.postmarkapp.com/email with JSON {"From": "site@example.com", "To": "you@example.com", "ReplyTo": "{{email}}", "Subject": "Message from {{name}}", "TextBody": "{{message}}"}.',
    header: { name: 'X-Postmark-Server-Token', valueHint: '<server token>' },
    contentType: 'application/x-www-form-urlencoded',
    sample: 'name=Ada+Lovelace&email=ada%40example.com&message=Do+you+ship+to+London%3F',
    skipped: 'name=Nobody&email=none&message=Hello',
  },
  {
    id: 'failed-payment',
    title: 'Write to a customer whose payment failed',
    route: 'Stripe → Resend',
    sender: 'stripe',
    name: 'Failed payments to the customer',
    filter: 'Only run when type is invoice.payment_failed',
    instructions:
      'POST https://api.resend.com/emails with JSON {"from": "billing@example.com", "to": "{{data.object.customer_email}}", "subject": "Your payment of invoice {{data.object.number}} failed", "text": "Please pay here: {{data.object.hosted_invoice_url}}"}.',
    header: { name: 'Authorization', valueHint: 'Bearer <API key>' },
    contentType: 'application/json',
    sample: jsonText({
      id: 'evt_1001',
      type: 'invoice.payment_failed',
      data: {
        object: {
          number: 'INV-7',
          customer_email: 'ada@example.com',
          hosted_invoice_url: 'https://invoice.stripe.com/i/7',
        },
      },
    }),
    skipped: jsonText({
      id: 'evt_1002',
      type: 'invoice.paid',
      data: { object: { number: 'INV-8', customer_email: 'ada@example.com' } },
    }),
  },
];
