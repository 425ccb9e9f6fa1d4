import type { LabelledWebsite } from './labelled-website.ts'

const DOMAIN = 'harrow-lane-trust.example'

/** Share buttons are not the trust's own profiles. */
const page = (title: string, body: string): string => `<!doctype html><html lang="en-GB"><head>
  <meta charset="utf-8"><title>${title} – Harrow Lane Trust</title></head><body>
  <header class="site-header"><nav role="navigation"><a href="/">Home</a><a href="/people">People</a>
    <a href="/events">Events</a><a href="/contact-us">Contact us</a></nav></header>
  <div id="content">${body}
    <p>Share: <a href="https://www.facebook.com/sharer/sharer.php?u=https://${DOMAIN}/">Facebook</a>
      <a href="https://twitter.com/intent/tweet?url=https://${DOMAIN}/">Twitter</a></p></div>
  <footer class="site-footer"><a href="https://www.linkedin.com/company/harrow-lane-trust" aria-label="LinkedIn"></a>
    <a href="https://www.instagram.com/harrowlanetrust/?hl=en"><img src="/ig.svg" alt="Instagram"></a>
    <p>© 2024 Harrow Lane Trust</p><p>A registered charity</p></footer></body></html>`

const home = page(
  'Music for everyone',
  `<h1>Music for everyone</h1><p>We lend instruments to young people and teach them for free.</p>
   <script type="application/ld+json">{"@context":"https://schema.org","@type":"NGO","name":"Harrow Lane Trust",
     "url":"https://${DOMAIN}/","address":{"@type":"PostalAddress","streetAddress":"4 Harrow Lane",
     "postalCode":"EC1A 1AA","addressLocality":"London","addressCountry":"GB"},
     "sameAs":["https://www.youtube.com/@harrowlanetrust"]}</script>`,
)

const contact = page(
  'Contact us',
  `<h1>Contact us</h1>
   <table><tr><th>Office</th><td><i class="fa fa-phone"></i> 020 7946 0018</td></tr>
     <tr><th>Email</th><td><a href="mailto:hello@${DOMAIN}?subject=Hello">hello@${DOMAIN}</a></td></tr>
     <tr><th>Press</th><td><a href="mailto:press@${DOMAIN}">Press office</a></td></tr></table>
   <form><input type="email" name="email" placeholder="you@example.com"><button>Send</button></form>
   <p>Volunteers talk on <a href="mailto:volunteers@lists.${DOMAIN}">our mailing list</a>.</p>`,
)

const people = page(
  'People',
  `<h1>Our staff</h1>
   <ul class="people">
     <li><a class="card" href="/people/olivia"><img src="o.jpg" alt="Olivia Hartwell"><span>Olivia Hartwell</span>
       <span>Chief Executive</span></a></li>
     <li><a class="card" href="/people/daniel"><img src="d.jpg" alt="Daniel Okafor"><span>Daniel Okafor</span>
       <span>Head of Programmes</span></a></li></ul>
   <h2>Trustees</h2>
   <table><tr><th>Name</th><th>Position</th><th>Email</th></tr>
     <tr><td>Margaret Linton</td><td>Chair</td><td>margaret.linton@${DOMAIN}</td></tr>
     <tr><td>Thomas Ashdown</td><td>Treasurer</td><td></td></tr></table>`,
)

const olivia = page(
  'Olivia Hartwell',
  `<div class="profile"><h2>Olivia Hartwell</h2><p class="role">Chief Executive</p>
   <p><a href="mailto:olivia.hartwell@${DOMAIN}">Email Olivia</a></p></div>`,
)

const events = page(
  'Events',
  `<h1>Spring festival</h1><h2>Speakers</h2>
   <div class="speakers"><div class="speaker"><h3>Rebecca Thornbury</h3><p>Professor of Music, Elsewhere College</p></div>
     <div class="speaker"><h3>Simon Pettigrew</h3><p>Director, Elsewhere Orchestra</p></div></div>`,
)

const vcard = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Daniel Okafor\r\nTITLE:Head of Programmes
EMAIL:daniel.okafor@${DOMAIN}\r\nTEL;TYPE=WORK:+44 20 7946 0021\r\nEND:VCARD\r\n`

/** A British charity: cards that are links, a table, a contact file, structured data, speakers who do not work there. */
export const englishCharity: LabelledWebsite = {
  domain: DOMAIN,
  pages: {
    '/': home,
    '/contact-us': contact,
    '/people': people,
    '/people/olivia': olivia,
    '/people/daniel': page(
      'Daniel Okafor',
      '<p><a href="/people/daniel.vcf">Daniel Okafor, contact file</a></p>',
    ),
    '/people/daniel.vcf': vcard,
    '/events': events,
  },
  labels: {
    name: 'Harrow Lane Trust',
    country: 'GB',
    address: { street: '4 Harrow Lane', postal_code: 'EC1A 1AA', city: 'London', region: null },
    emails: {
      [`hello@${DOMAIN}`]: ['org', null],
      [`press@${DOMAIN}`]: ['role', null],
      [`volunteers@lists.${DOMAIN}`]: ['list', null],
      [`margaret.linton@${DOMAIN}`]: ['person', 'Margaret Linton'],
      [`olivia.hartwell@${DOMAIN}`]: ['person', 'Olivia Hartwell'],
      [`daniel.okafor@${DOMAIN}`]: ['person', 'Daniel Okafor'],
    },
    phones: { '+442079460018': null, '+442079460021': 'Daniel Okafor' },
    socials: [
      'https://www.linkedin.com/company/harrow-lane-trust',
      'https://instagram.com/harrowlanetrust',
      'https://www.youtube.com/@harrowlanetrust',
    ],
    staff: {
      'Olivia Hartwell': ['Chief Executive', `olivia.hartwell@${DOMAIN}`],
      'Daniel Okafor': ['Head of Programmes', `daniel.okafor@${DOMAIN}`],
      'Margaret Linton': ['Chair', `margaret.linton@${DOMAIN}`],
      'Thomas Ashdown': ['Treasurer', null],
    },
    others: ['Rebecca Thornbury', 'Simon Pettigrew'],
  },
}
