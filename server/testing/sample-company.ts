import type { SamplePage } from './sample-websites.ts'

/** A page of a fictional company. */
export const samplePage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
   <nav><a href="/">Home</a> <a href="/team">Team</a> <a href="/contact">Contact</a></nav>${body}</body></html>`

/**
 * A fictional company: info@ and sales@, a phone and a profile, a team of three of whom one shows no address, and
 * the address of the web agency.
 */
export const sampleCompany = (domain: string): Record<string, SamplePage> => ({
  '/': samplePage('Acme Sample Ltd', '<h1>Acme Sample Ltd</h1><p>We make samples.</p>'),
  '/contact': samplePage(
    'Contact',
    `<h1>Contact</h1><p>E-mail: <a href="mailto:info@${domain}">info@${domain}</a></p>
     <p>Sales: sales (at) ${domain.replace('.', ' (dot) ')}</p>
     <p>Phone: <a href="tel:+12025550143">+1 202-555-0143</a></p>
     <p><a href="https://www.linkedin.com/company/acme-sample">LinkedIn</a></p>
     <footer>Website by <a href="mailto:hello@agency.example">Sample Agency</a></footer>`,
  ),
  '/team': samplePage(
    'Our team',
    `<h1>Our team</h1><div class="team">
     <div class="member"><h3>Anna Berger</h3><p class="role">Managing Director</p><a href="mailto:anna.berger@${domain}">E-mail</a></div>
     <div class="member"><h3>Boris Keller</h3><p class="role">Head of Sales</p><a href="mailto:boris.keller@${domain}">E-mail</a></div>
     <div class="member"><h3>Clara Lindner</h3><p class="role">Software Engineer</p></div></div>`,
  ),
})

/** The only page of a fictional company: info@, and Anna Berger with a personal address. */
export const onePageCompany = (domain: string): string =>
  `<!doctype html><html lang="en"><head><title>Sample firm</title></head><body><h1>Sample firm</h1>
   <p>Contact: <a href="mailto:info@${domain}">info@${domain}</a></p>
   <h2>Our team</h2><div class="team"><div class="member"><h3>Anna Berger</h3><p class="role">Managing Director</p>
   <a href="mailto:anna.berger@${domain}">E-mail</a></div></div></body></html>`
