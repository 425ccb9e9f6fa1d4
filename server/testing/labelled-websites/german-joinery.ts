import type { LabelledWebsite } from './labelled-website.ts'

const DOMAIN = 'tischlerei-birkenhof.example'

/** The web designer in the footer is not the joinery. */
const page = (title: string, body: string): string => `<!doctype html><html lang="de"><head>
  <meta charset="utf-8"><title>${title} | Tischlerei Birkenhof</title>
  <style>.falle { display: none }</style></head><body>
  <header><a href="/"><img src="/logo.png" alt="Tischlerei Birkenhof"></a>
    <nav><ul><li><a href="/">Startseite</a></li><li><a href="/ueber-uns">Über uns</a></li>
      <li><a href="/kontakt">Kontakt</a></li></ul></nav></header>
  <main>${body}</main>
  <footer><p>© 2024 Tischlerei Birkenhof GmbH</p>
    <p><a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a></p>
    <p>Webdesign: Pixelwiese, <a href="mailto:hallo@pixelwiese.example">hallo@pixelwiese.example</a></p></footer>
  </body></html>`

const home = page(
  'Möbel nach Maß',
  `<h1>Möbel nach Maß</h1><p>Wir bauen Schränke, Tische und Treppen für Wohnungen und Büros.</p>
   <h2>Das sagen unsere Kunden</h2>
   <blockquote><p>„Unser Tisch ist ein Traum geworden.“</p><p>Familie Ahrens, Birkenstadt</p></blockquote>
   <p class="falle">Bitte nicht schreiben: falle@${DOMAIN}</p>
   <p>Auftragsnummer 4711 0815 2024, Holz zu 129,00 Euro, geöffnet seit 01.02.1998</p>`,
)

const contact = page(
  'Kontakt',
  `<h1>Kontakt</h1>
   <p>Tischlerei Birkenhof GmbH<br>Birkenallee 12<br>10115 Berlin</p>
   <p>Telefon: 030 23125-100<br>Telefax: 030 23125-199<br>E-Mail: info [at] tischlerei-birkenhof [punkt] example</p>
   <h2>Bewerbungen</h2><p>an <a href="mailto:bewerbung@${DOMAIN}">bewerbung@${DOMAIN}</a></p>`,
)

const team = page(
  'Über uns',
  `<h1>Unser Team</h1>
   <div class="team">
     <div class="person"><img src="1.jpg" alt="Jutta Birkenhof"><h3>Jutta Birkenhof</h3><p>Geschäftsführerin</p>
       <p><a href="mailto:j.birkenhof@${DOMAIN}">Schreiben Sie mir</a></p></div>
     <div class="person"><img src="2.jpg" alt="Stefan Ohlsen"><h3>Stefan Ohlsen</h3><p>Werkstattleiter</p>
       <p>Mobil: <a href="tel:+4917139200123">0171 3920 0123</a></p></div>
     <div class="person"><img src="3.jpg" alt="Katrin Wedel"><h3>Katrin Wedel</h3><p>Buchhaltung</p>
       <p>k.wedel(at)${DOMAIN}</p></div>
   </div>
   <h2>Ehemalige</h2>
   <div class="team"><div class="person"><h3>Heinrich Birkenhof</h3><p>Gründer, bis 2011</p></div></div>`,
)

const imprint = page(
  'Impressum',
  `<h1>Impressum</h1>
   <h2>Angaben gemäß § 5 DDG</h2>
   <p>Tischlerei Birkenhof GmbH<br>Birkenallee 12<br>10115 Berlin<br>Deutschland</p>
   <p><strong>Vertreten durch:</strong><br>Jutta Birkenhof</p>
   <p>Tel.: +49 (0)30 23125-100<br>USt-IdNr.: DE123456788</p>
   <h2>Zuständige Kammer</h2>
   <p>Handwerkskammer Birkenland, Tel. 030 23125-777, post@kammer-birkenland.example</p>`,
)

const privacy = page(
  'Datenschutz',
  `<h1>Datenschutzerklärung</h1><p>Wir nehmen den Schutz Ihrer Daten ernst.</p>
   <h2>Zuständige Aufsichtsbehörde</h2>
   <p>Landesbeauftragte für den Datenschutz<br>Tel. 030 23125-888<br>poststelle@aufsicht.example</p>`,
)

/** A German GmbH: obfuscated addresses, fax, imprint with chamber and authority, a team of cards. */
export const germanJoinery: LabelledWebsite = {
  domain: DOMAIN,
  pages: {
    '/': home,
    '/kontakt': contact,
    '/ueber-uns': team,
    '/impressum': imprint,
    '/datenschutz': privacy,
  },
  labels: {
    name: 'Tischlerei Birkenhof GmbH',
    country: 'DE',
    address: { street: 'Birkenallee 12', postal_code: '10115', city: 'Berlin', region: null },
    emails: {
      [`info@${DOMAIN}`]: ['org', null],
      [`bewerbung@${DOMAIN}`]: ['role', null],
      [`j.birkenhof@${DOMAIN}`]: ['person', 'Jutta Birkenhof'],
      [`k.wedel@${DOMAIN}`]: ['person', 'Katrin Wedel'],
    },
    phones: { '+493023125100': null, '+4917139200123': 'Stefan Ohlsen' },
    socials: [],
    staff: {
      'Jutta Birkenhof': ['Geschäftsführerin', `j.birkenhof@${DOMAIN}`],
      'Stefan Ohlsen': ['Werkstattleiter', null],
      'Katrin Wedel': ['Buchhaltung', `k.wedel@${DOMAIN}`],
    },
    others: ['Heinrich Birkenhof'],
  },
}
