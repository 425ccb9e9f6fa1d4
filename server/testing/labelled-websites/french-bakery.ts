import type { LabelledWebsite } from './labelled-website.ts'

const DOMAIN = 'fournil-bellecombe.example'

const page = (title: string, body: string): string => `<!doctype html><html lang="fr"><head>
  <meta charset="utf-8"><title>${title} - Le Fournil de Bellecombe</title></head><body>
  <div class="header"><a href="/">Accueil</a> <a href="/notre-equipe">Notre équipe</a>
    <a href="/contact">Contact</a></div>
  <section>${body}</section>
  <div class="footer"><a href="https://www.facebook.com/fournilbellecombe">Suivez-nous</a>
    <a href="/mentions-legales">Mentions légales</a></div></body></html>`

/** Every letter as a numeric entity, as some tools obfuscate addresses. */
const inEntities = (text: string): string => [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join('')

const home = page(
  'Accueil',
  `<h1>Le pain comme autrefois</h1><p>Nous sommes ouverts tous les jours, de 7 h à 19 h.</p>
   <p>Commandes : 01 99 00 12 34</p>`,
)

const contact = page(
  'Contact',
  `<h1>Nous contacter</h1>
   <dl><dt>Adresse</dt><dd>7 rue des Tilleuls<br>75011 Paris</dd>
     <dt>Téléphone</dt><dd>01 99 00 12 34</dd>
     <dt>Courriel</dt><dd><a href="mailto:${inEntities(`contact@${DOMAIN}`)}">Écrivez-nous</a></dd></dl>
   <p>Pour les restaurants : commandes (arobase) fournil-bellecombe (point) example</p>`,
)

const team = page(
  'Notre équipe',
  `<h1>Notre équipe</h1>
   <p><strong>Camille Roussel</strong>, Gérante<br><strong>Julien Marchand</strong>, boulanger<br>
   <strong>Élodie Garnier</strong>, responsable des ventes</p>`,
)

const legal = page(
  'Mentions légales',
  `<h1>Mentions légales</h1>
   <p>Le Fournil de Bellecombe SARL<br>7 rue des Tilleuls<br>75011 Paris<br>
   Capital : 8 000 €, N° TVA : FR00123456789</p>
   <p>Gérante : Camille Roussel</p>
   <h2>Hébergement</h2><p>Nuage Clair SAS, 1 avenue du Port, 13002 Marseille, tél. 04 65 71 00 99,
   support@nuage-clair.example</p>`,
)

/** A French SARL: entities, obfuscated @ signs, a definition list, people in one paragraph, the host's contacts. */
export const frenchBakery: LabelledWebsite = {
  domain: DOMAIN,
  pages: { '/': home, '/contact': contact, '/notre-equipe': team, '/mentions-legales': legal },
  labels: {
    name: 'Le Fournil de Bellecombe SARL',
    country: 'FR',
    address: { street: '7 rue des Tilleuls', postal_code: '75011', city: 'Paris', region: null },
    emails: { [`contact@${DOMAIN}`]: ['org', null], [`commandes@${DOMAIN}`]: ['role', null] },
    phones: { '+33199001234': null },
    socials: ['https://www.facebook.com/fournilbellecombe'],
    staff: {
      'Camille Roussel': ['Gérante', null],
      'Julien Marchand': ['boulanger', null],
      'Élodie Garnier': ['responsable des ventes', null],
    },
    others: [],
  },
}
