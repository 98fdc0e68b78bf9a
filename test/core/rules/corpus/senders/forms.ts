import type { SenderCorpus } from '../corpus.ts';

export const germanForm: SenderCorpus = {
  sender: 'German form',
  contentType: 'application/x-www-form-urlencoded',
  headers: {},
  body: {
    Vorname: 'Jürgen',
    Nachname: 'Müller',
    'E-Mail': 'j.mueller@web.de',
    Betrag: '1.234,56 €',
    Menge: '3',
    Datum: '24.12.2026',
    Land: 'Deutschland',
    Newsletter: 'on',
    Nachricht: 'Bitte um Rückruf',
    Status: 'bezahlt',
    Rabatt: '15 %',
    PLZ: '01067',
  },
  cases: [
    [
      'Betrag is over 1000',
      {},
      {
        Betrag: '234,56 €',
      },
    ],
    [
      'Betrag is more than 1000 EUR',
      {},
      {
        Betrag: '234,56 €',
      },
    ],
    [
      'Menge >= 3',
      {},
      {
        Menge: '2',
      },
    ],
    [
      'Status is bezahlt',
      {},
      {
        Status: 'offen',
      },
    ],
    [
      'Rabatt is at least 10%',
      {},
      {
        Rabatt: '5 %',
      },
    ],
    [
      'Rabatt is at least 10 percent',
      {},
      {
        Rabatt: '5 %',
      },
    ],
    [
      'PLZ is 01067',
      {},
      {
        PLZ: '1067',
      },
      {
        PLZ: '80331',
      },
    ],
    [
      'PLZ starts with 0',
      {},
      {
        PLZ: '80331',
      },
    ],
    [
      'Datum is after 1 December 2026',
      {},
      {
        Datum: '24.11.2026',
      },
    ],
    [
      'Newsletter is on',
      {},
      {
        Newsletter: 'off',
      },
    ],
    [
      'the Newsletter box is ticked',
      {},
      {
        Newsletter: 'off',
      },
    ],
    [
      'E-Mail ends with web.de',
      {},
      {
        'E-Mail': 'a@gmail.com',
      },
    ],
    [
      'Vorname is jürgen',
      {},
      {
        Vorname: 'Max',
      },
    ],
  ],
};

export const frenchOrder: SenderCorpus = {
  sender: 'French order',
  contentType: 'application/json',
  headers: {},
  body: {
    commande: {
      numero: 'FR-1001',
      montant: '1 234,56 €',
      quantite: 2,
      pays: 'France',
      statut: 'payée',
      client: {
        nom: 'Durand',
        prenom: 'Élise',
        courriel: 'elise@exemple.fr',
      },
      date: '2026-03-14',
      articles: [
        {
          reference: 'R-1',
          prix: '19,90',
        },
        {
          reference: 'R-2',
          prix: '5,00',
        },
      ],
    },
  },
  cases: [
    [
      'montant is more than 1000',
      {},
      {
        'commande.montant': '999,00 €',
      },
    ],
    [
      'montant is more than 1000 EUR',
      {},
      {
        'commande.montant': '999,00 €',
      },
    ],
    [
      'montant < 100',
      {
        'commande.montant': '19,90 €',
      },
      {},
    ],
    [
      'statut is payée',
      {},
      {
        'commande.statut': 'en attente',
      },
    ],
    [
      'pays is France',
      {},
      {
        'commande.pays': 'Belgique',
      },
    ],
    [
      'quantite is 2',
      {},
      {
        'commande.quantite': 3,
      },
    ],
    [
      'any article has prix over 10',
      {},
      {
        'commande.articles': [
          {
            prix: '9,90',
          },
        ],
      },
    ],
    [
      'all articles have prix under 10',
      {
        'commande.articles': [
          {
            prix: '9,90',
          },
        ],
      },
      {},
    ],
  ],
};

export const lead: SenderCorpus = {
  sender: 'Lead form',
  contentType: 'application/json',
  headers: {},
  body: {
    form_id: 'f-9',
    submitted_at: '2026-03-14T10:00:00Z',
    answers: {
      name: 'Kim',
      email: 'kim@gmail.com',
      company: 'Kim Ltd',
      company_size: '51-200',
      budget: '10k-50k',
      budget_eur: 25000,
      country: 'Austria',
      interested_in: ['demo', 'pricing'],
      newsletter: false,
      consent: true,
      message: 'I want a demo next week, please call.',
      phone: '',
      job_title: 'Head of Sales',
      referral: null,
      age: '34',
    },
    score: 72,
    spam_score: 0.1,
    utm: {
      source: 'google',
      medium: 'cpc',
      campaign: 'spring',
    },
  },
  cases: [
    [
      'budget in EUR is over 20000',
      {},
      {
        'answers.budget_eur': 1000,
      },
    ],
    [
      'company size is 51-200',
      {},
      {
        'answers.company_size': '1-10',
      },
    ],
    [
      'interested in demo',
      {},
      {
        'answers.interested_in': ['pricing'],
      },
    ],
    [
      'interested_in contains demo',
      {},
      {
        'answers.interested_in': ['pricing'],
      },
    ],
    [
      'newsletter is not ticked',
      {},
      {
        'answers.newsletter': true,
      },
    ],
    [
      'consent was given',
      {},
      {
        'answers.consent': false,
      },
    ],
    [
      'phone is given',
      {
        'answers.phone': '+1 555',
      },
      {},
    ],
    [
      'no phone number',
      {},
      {
        'answers.phone': '+1 555',
      },
    ],
    [
      'phone and email are given',
      {
        'answers.phone': '+1 555',
      },
      {},
    ],
    [
      'either phone or email is given',
      {},
      {
        'answers.email': '',
      },
    ],
    [
      'age is over 30',
      {},
      {
        'answers.age': '29',
      },
    ],
    [
      'score is 70 or higher',
      {},
      {
        score: 69,
      },
    ],
    [
      'score above 70 and not from gmail',
      {
        'answers.email': 'kim@acme.com',
      },
      {},
    ],
    [
      'email is not a gmail address',
      {
        'answers.email': 'kim@acme.com',
      },
      {},
    ],
    [
      'spam score is less than 0.5',
      {},
      {
        spam_score: 0.9,
      },
    ],
    [
      'utm source is google',
      {},
      {
        'utm.source': 'bing',
      },
    ],
    [
      'message contains "demo" and not "unsubscribe"',
      {},
      {
        'answers.message': 'demo unsubscribe',
      },
    ],
    [
      'job title contains head, chief or VP',
      {},
      {
        'answers.job_title': 'Intern',
      },
    ],
    [
      'job title contains any of "Head", "Chief"',
      {},
      {
        'answers.job_title': 'Intern',
      },
    ],
    [
      'name is not empty and company is not empty',
      {},
      {
        'answers.company': '',
      },
    ],
    [
      'country is one of Austria, Germany, Switzerland',
      {},
      {
        'answers.country': 'Italy',
      },
    ],
    [
      'country is AT',
      {},
      {
        'answers.country': 'Italy',
      },
    ],
    [
      "country isn't Austria",
      {
        'answers.country': 'Italy',
      },
      {},
    ],
    [
      'referral is null',
      {},
      {
        'answers.referral': 'x',
      },
    ],
    [
      'referral exists',
      {
        'answers.referral': 'x',
      },
      {},
    ],
    [
      'form id is f-9',
      {},
      {
        form_id: 'f-1',
      },
    ],
  ],
  open: [
    ['company size is more than 50', {}],
    ['business email addresses only', {}],
  ],
};

export const xmlOrder: SenderCorpus = {
  sender: 'XML order',
  contentType: 'application/xml',
  headers: {},
  body: '<?xml version="1.0"?><order id="77"><status>shipped</status><total currency="EUR">120.50</total><customer><name>Ann</name><country>DE</country></customer><line sku="A-1"><qty>2</qty></line><line sku="B-2"><qty>1</qty></line></order>',
  cases: [],
};
