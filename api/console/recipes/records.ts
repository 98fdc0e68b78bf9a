import { jsonText, type Recipe } from './recipe.ts';

const contentType = 'application/json';

/** Recipes that write records of another system. */
export const recordRecipes: readonly Recipe[] = [
  {
    id: 'new-lead',
    title: 'Add a new lead to the CRM',
    route: 'Landing page → HubSpot',
    name: 'New leads to the CRM',
    filter: 'Only run when lead.email exists and lead.consent is true',
    instructions:
      'POST https://api.hubapi.com/crm/v3/objects/contacts with JSON {"properties": {"email": "{{lead.email}}", "firstname": "{{lead.first_name}}", "lastname": "{{lead.last_name}}", "company": "{{lead.company}}"}}.',
    header: { name: 'Authorization', valueHint: 'Bearer <access token>' },
    contentType,
    sample: jsonText({
      lead: {
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        company: 'Analytical Engines',
        consent: true,
      },
    }),
    skipped: jsonText({
      lead: { email: 'bob@example.com', first_name: 'Bob', last_name: 'B', company: 'B', consent: false },
    }),
  },
  {
    id: 'low-stock',
    title: 'Add low stock to the purchase list',
    route: 'Inventory → Airtable',
    name: 'Low stock to the purchase list',
    filter: 'Only run when product.stock is less than 5',
    instructions:
      'POST https://api.airtable.com/v0/appXXXX/Purchases with JSON {"fields": {"SKU": "{{product.sku}}", "Left": {{product.stock}}}}.',
    header: { name: 'Authorization', valueHint: 'Bearer <personal access token>' },
    contentType,
    sample: jsonText({ product: { sku: 'MUG-01', stock: 3 } }),
    skipped: jsonText({ product: { sku: 'MUG-02', stock: 40 } }),
  },
];
