import { describe, expect, it } from 'vitest'
import type { PersonFinding } from '../findings.ts'
import { parsePage } from '../page/page-tree.ts'
import { findPeople } from './find-people.ts'

const read = (html: string, url = 'https://firm.example/page'): PersonFinding[] =>
  findPeople(parsePage(url, `<html><body>${html}</body></html>`), [], [])
const brief = (html: string, url?: string): string[] =>
  read(html, url).map(({ name, role, staff }) => `${name} | ${role}${staff ? '' : ' | not staff'}`)

const card = (name: string, role: string, rest = ''): string =>
  `<div class="col"><img src="x.jpg" alt=""><h3>${name}</h3><p>${role}</p>${rest}</div>`

describe('team cards', () => {
  it('reads name and role of repeated blocks', () => {
    const html = `<h2>Our Team</h2><div class="row">${card('Anna Sample', 'Head of Sales')}${card('Max Sample', 'Software Engineer')}</div>`
    expect(read(html)).toMatchObject([
      { name: 'Anna Sample', role: 'Head of Sales', section: 'Our Team', staff: true, method: 'card' },
      { name: 'Max Sample', role: 'Software Engineer', section: 'Our Team', staff: true, method: 'card' },
    ])
  })

  it.each([
    ['<p><span>Anna Sample</span><span>Max Muster</span></p>'],
    ['<p><a href="/a">Anna Sample</a> <a href="/m">Max Muster</a> <a href="/j">Julia Probe</a></p>'],
    ['<div><span class="chip">Anna</span><span class="chip">Max</span><p>Consultant</p></div>'],
    ['<div><i>Anna</i> <i>Max</i> <i>Julia</i></div>'],
  ])('makes no single person of names that run together: %s', (html) => {
    expect(brief(`<h2>Team</h2>${html}`).filter((line) => /Anna.*(?:Max|Muster)/.test(line))).toEqual([])
  })

  it('still joins the parts of one name', () => {
    const html = '<p><span>Anna</span> <span>Sample</span></p><p>CEO</p>'
    expect(brief(`<h2>Team</h2>${html}`)).toEqual(['Anna Sample | CEO'])
  })

  it.each([
    ['<h2>Our team of speakers</h2>', 'https://firm.example/conference'],
    ['<h1>Speakers</h1><h2>Leadership</h2>', 'https://firm.example/about'],
    ['<h2>Meet the people</h2>', 'https://firm.example/speakers'],
    ['<section class="speakers-grid"><h2>Our line-up</h2>', 'https://firm.example/page'],
  ])('doesn’t count guest speakers as staff: %s at %s', (heading, url) => {
    const html = `${heading}<div>${card('Anna Sample', 'Head of Sales')}${card('Max Sample', 'CTO')}</div>`
    expect(read(html, url).map(({ staff }) => staff)).toEqual([false, false])
  })

  it('reads a role above the name', () => {
    const one = (role: string, name: string) =>
      `<div><p>${role}</p><h4>${name}</h4><p>Some words on the person, a sentence.</p></div>`
    const html = `<h2>Team</h2><div>${one('CEO', 'Anna Sample')}${one('Prokurist', 'Max Muster-Sample')}</div>`
    expect(brief(html)).toEqual(['Anna Sample | CEO', 'Max Muster-Sample | Prokurist'])
  })

  it.each([
    ['<p>Anna Sample, CEO</p><p>Peter Sample, Marketing Manager</p>'],
    ['<p>Anna Sample – CEO</p><p>Peter Sample – Marketing Manager</p>'],
    ['<p>Anna Sample | CEO</p><p>Peter Sample | Marketing Manager</p>'],
    ['<p>Anna Sample (CEO)</p><p>Peter Sample (Marketing Manager)</p>'],
    ['<p><b>Anna Sample</b> CEO</p><p><b>Peter Sample</b> Marketing Manager</p>'],
    ['<p><strong>Anna Sample</strong><br>CEO</p><p><strong>Peter Sample</strong><br>Marketing Manager</p>'],
    ['<p>Anna Sample<br>CEO<br><br>Peter Sample<br>Marketing Manager</p>'],
    [
      '<li><span>Anna Sample</span><span>CEO</span></li><li><span>Peter Sample</span><span>Marketing Manager</span></li>',
    ],
    ['<p>CEO: Anna Sample</p><p>Marketing Manager: Peter Sample</p>'],
    ['<dl><dt>Anna Sample</dt><dd>CEO</dd><dt>Peter Sample</dt><dd>Marketing Manager</dd></dl>'],
    ['<dl><dt>CEO</dt><dd>Anna Sample</dd><dt>Marketing Manager</dt><dd>Peter Sample</dd></dl>'],
    [
      '<h3>Anna Sample</h3><p>CEO</p><p>She likes long walks.</p><h3>Peter Sample</h3><p>Marketing Manager</p>',
    ],
    [
      '<a href="/a"><div>Anna Sample</div><div>CEO</div></a><a href="/p"><div>Peter Sample</div><div>Marketing Manager</div></a>',
    ],
    [
      '<figure><img src="a.jpg" alt=""><figcaption>Anna Sample<br>CEO</figcaption></figure><figure><img src="b.jpg" alt=""><figcaption>Peter Sample<br>Marketing Manager</figcaption></figure>',
    ],
    [
      '<table><tr><td>Anna Sample</td><td>CEO</td></tr><tr><td>Peter Sample</td><td>Marketing Manager</td></tr></table>',
    ],
    [
      '<table><tr><th>Name</th><th>Position</th></tr><tr><td>Sample, Anna</td><td>CEO</td></tr><tr><td>Sample, Peter</td><td>Marketing Manager</td></tr></table>',
    ],
    [
      '<table><tr><th>Name</th><td>Anna Sample</td><td>Peter Sample</td></tr><tr><th>Position</th><td>CEO</td><td>Marketing Manager</td></tr></table>',
    ],
    [
      '<table><tr><th>Nachname</th><th>Vorname</th><th>Funktion</th></tr><tr><td>Sample</td><td>Anna</td><td>CEO</td></tr><tr><td>Sample</td><td>Peter</td><td>Marketing Manager</td></tr></table>',
    ],
  ])('reads %s', (html) => {
    expect(brief(`<h2>Team</h2>${html}`)).toEqual(['Anna Sample | CEO', 'Peter Sample | Marketing Manager'])
  })

  it('gives the contacts of a block to its person, icons included', () => {
    const html = `<h2>Team</h2><div>${card('Anna Sample', 'CEO', '<a id="a" href="mailto:anna@free-mail.example"><i></i></a><a href="https://www.linkedin.com/in/anna-sample/?x=1"><i></i></a><span id="t">+1 202 555 0101</span>')}${card('Max Sample', 'CTO', '<a id="m" href="mailto:max@firm.example"><i></i></a>')}</div>`
    const page = parsePage('https://firm.example/', html)
    const at = (id: string) => {
      const found: Parameters<typeof findPeople>[1][number]['at'][] = []
      const visit = (node: NonNullable<(typeof found)[number]>): void => {
        if (node.attrs.id === id) found.push(node)
        for (const child of node.children) if (typeof child !== 'string') visit(child)
      }
      visit(page.root)
      return found[0] ?? null
    }
    const email = (value: string, id: string) => ({
      value,
      method: 'mailto' as const,
      at: at(id),
      context: '',
    })
    const phone = {
      raw: '+1 202 555 0101',
      method: 'text' as const,
      at: at('t'),
      kind: 'phone' as const,
      label: '',
    }
    const found = findPeople(
      page,
      [email('anna@free-mail.example', 'a'), email('max@firm.example', 'm')],
      [phone],
    )
    expect(found).toMatchObject([
      {
        name: 'Anna Sample',
        email: 'anna@free-mail.example',
        phone: '+1 202 555 0101',
        socials: ['https://www.linkedin.com/in/anna-sample'],
      },
      { name: 'Max Sample', email: 'max@firm.example', phone: null, socials: [] },
    ])
  })
})

describe('lists and headings', () => {
  it('takes bare names below a heading of people', () => {
    const html = '<h2>Vorstand</h2><ul><li>Dr. Petra Beispiel</li><li>Karl-Heinz von der Probe</li></ul>'
    expect(read(html).map(({ name }) => name)).toEqual(['Petra Beispiel', 'Karl-Heinz von der Probe'])
  })

  it('reads an author page with a role and leaves one without out', () => {
    const html =
      '<div class="profile"><h1>Anna Sample</h1><h2>Director of Operations</h2></div><p>Anna has worked in many places.</p>'
    expect(brief(html, 'https://firm.example/team/anna-sample')).toEqual([
      'Anna Sample | Director of Operations',
    ])
    expect(brief('<h1>Anna Sample</h1><h3>Latest</h3><ul><li>How a lead developer works</li></ul>')).toEqual(
      [],
    )
  })

  it('keeps former people, speakers and students apart', () => {
    const html = ['Alumni', 'Speakers', 'Students', 'Ehemalige']
      .map(
        (heading, index) =>
          `<h2>${heading}</h2><div>${card(`Anna Sample${'abcd'[index]}`, 'Researcher')}${card(`Peter Sample${'abcd'[index]}`, 'Engineer')}</div>`,
      )
      .join('')
    const found = read(html)
    expect(found).toHaveLength(8)
    expect(found.filter(({ staff }) => staff)).toEqual([])
  })
})

describe('names with licences and degrees', () => {
  it('are no towns with their state, but may look like them', () => {
    const html = '<h2>Team</h2><p>Anna Sample, CA</p><p>Max Sample, PA</p><p>Palo Alto, CA</p>'
    expect(read(html).map(({ name }) => name)).toEqual(['Anna Sample', 'Max Sample'])
  })

  it.each([
    ['<p>City Recorder – Anna Sample, CMFO</p>', 'Anna Sample | City Recorder'],
    ['<p>Clinical Director, Anna Sample, MS, RN</p>', 'Anna Sample | Clinical Director'],
    ['<p>Anna Sample, RDH</p>', 'Anna Sample | RDH'],
    ['<p>Anna Sample, DA, EFDA</p>', 'Anna Sample | DA, EFDA'],
  ])('say what somebody does: %s', (html, wanted) => {
    expect(brief(`<h2>Our hygienists and the office</h2>${html}`)).toEqual([wanted])
  })

  it('do not, where they are learnt: a doctor without a role', () => {
    expect(brief('<h2>Team</h2><p>Anna Sample, PhD</p>')).toEqual(['Anna Sample | null'])
  })
})

describe('beginnings of what is told about somebody', () => {
  it.each([
    [
      '<b>Anna Sample</b> is Head of Sales at Acme in Berlin. She likes rivers.',
      'Anna Sample | Head of Sales',
    ],
    ['Anna Sample is the Managing Director of Acme, and sails.', 'Anna Sample | Managing Director of Acme'],
    [
      '<em>Lead Carpenter: </em><b>Anna Sample</b> has been here for nine years.',
      'Anna Sample | Lead Carpenter',
    ],
  ])('say the role: %s', (text, wanted) => {
    expect(brief(`<h2>Our team</h2><p>${text}</p>`)).toEqual([wanted])
  })

  it.each(['Anna Sample is happy at Acme.', 'Our Service is the Manager at your side.'])(
    'say none: %s',
    (text) => {
      expect(brief(`<p>${text}</p>`)).toEqual([])
    },
  )

  it('count somebody of a department as staff, and of another firm not', () => {
    const html = (role: string) => `<p><b>Anna Sample</b><br>${role}</p>`
    expect(brief(html('Director, Sales & Events'))).toEqual(['Anna Sample | Director, Sales & Events'])
    expect(brief(html('Director, Other Works'))).toEqual(['Anna Sample | Director, Other Works | not staff'])
  })

  it('take the words before "at" of a long heading', () => {
    const heading = 'Our friendly front desk staff at the Sample House of Dental and Family Care in Berlin'
    expect(
      brief(`<h2>Students</h2><h3>${heading}</h3><ul><li>Anna Sample, Office Manager</li></ul>`),
    ).toEqual(['Anna Sample | Office Manager'])
  })
})

describe('imprints', () => {
  it.each([
    [
      'Geschäftsführer: Anna Beispiel, Max Sample',
      ['Anna Beispiel | Geschäftsführer', 'Max Sample | Geschäftsführer'],
    ],
    [
      'Vertretungsberechtigte Vorstände: Anna Beispiel, Bernd Probe und Carla Sample',
      [
        'Anna Beispiel | Vertretungsberechtigte Vorstände',
        'Bernd Probe | Vertretungsberechtigte Vorstände',
        'Carla Sample | Vertretungsberechtigte Vorstände',
      ],
    ],
    ['Vertreten durch den Geschäftsführer Max Beispiel', ['Max Beispiel | Geschäftsführer']],
    [
      'Vertreten durch:<br>Anna Beispiel (1. Vorsitzende)<br>Bernd Probe (Kassenwart)',
      ['Anna Beispiel | 1. Vorsitzende', 'Bernd Probe | Kassenwart'],
    ],
    ['Inhaberin: Dipl.-Ing. Anna Beispiel', ['Anna Beispiel | Inhaberin']],
    [
      'Verantwortlich für den Inhalt nach § 18 Abs. 2 MStV: Anna Beispiel, Beispielweg 1, 12345 Musterort',
      ['Anna Beispiel | Verantwortlich für den Inhalt nach § 18 Abs. 2 MStV'],
    ],
    ['Directeur de la publication : Jean-Paul Exemple', ['Jean-Paul Exemple | Directeur de la publication']],
    [
      'Represented by: Anna Sample and Peter Sample',
      ['Anna Sample | Represented by', 'Peter Sample | Represented by'],
    ],
    ['Managing Director: Anna Sample', ['Anna Sample | Managing Director']],
    [
      'Sample Ltd is represented by its managing directors Anna Sample and Peter Muster.',
      ['Anna Sample | managing directors', 'Peter Muster | managing directors'],
    ],
    ['© 2024 Sample Ltd. Director: Anna Sample', ['Anna Sample | Director']],
    [
      'Responsible for content according to § 18 MStV: Anna Sample',
      ['Anna Sample | Responsible for content according to § 18 MStV'],
    ],
    ['Titolare: Mario Esempio', ['Mario Esempio | Titolare']],
    ['Legale rappresentante: Giulia Esempio', ['Giulia Esempio | Legale rappresentante']],
    ['Representante legal: José Ejemplo García', ['José Ejemplo García | Representante legal']],
    ['Prezes zarządu: Jan Przykładowy', ['Jan Przykładowy | Prezes zarządu']],
    ['Zaakvoerder: Pieter van den Voorbeeld', ['Pieter van den Voorbeeld | Zaakvoerder']],
    ['Генеральный директор: Иван Примеров', ['Иван Примеров | Генеральный директор']],
    ['代表取締役: 山田 太郎', ['山田 太郎 | 代表取締役']],
  ])('reads %s', (line, wanted) => {
    expect(brief(`<h1>Impressum</h1><p>${line}</p>`, 'https://firm.example/impressum')).toEqual(wanted)
  })

  it('reads a heading with a list below it', () => {
    const html =
      '<h1>Impressum</h1><p>Beispiel e.V.<br>Beispielweg 1</p><h3>Vertretungsberechtigte Vorstände</h3><ul><li>Celine Beispiel</li><li>Jost Probe</li></ul><h3>Rechtliche Hinweise</h3>'
    expect(brief(html)).toEqual([
      'Celine Beispiel | Vertretungsberechtigte Vorstände',
      'Jost Probe | Vertretungsberechtigte Vorstände',
    ])
  })

  it.each([
    ['<p>Webdesign: Anna Beispiel</p>'],
    ['<p>Fotos: Anna Beispiel, Peter Probe</p>'],
    ['<h3>Hosting</h3><p>Beispiel Hosting GmbH<br>Geschäftsführer: Anna Beispiel</p>'],
    ['<h3>Hébergeur</h3><p>Exemple SAS, Directeur : Jean Exemple</p>'],
    ['<h3>Zuständige Aufsichtsbehörde</h3><p>Landesbeauftragte: Dr. Anna Beispiel</p>'],
    ['<p>Vertreten durch: Beispiel Verwaltungs GmbH</p>'],
    ['<p>Registergericht: Amtsgericht Musterstadt</p>'],
  ])('leaves out people of other companies: %s', (html) => {
    expect(brief(`<h1>Impressum</h1>${html}`, 'https://firm.example/impressum')).toEqual([])
  })

  it('does not give the contacts of the company to the person it names', () => {
    const html =
      '<div><h1>Impressum</h1><p>Vertreten durch:<br>Anna Beispiel</p><p>E-Mail: <a href="mailto:post@firm.example">post@firm.example</a></p></div>'
    const page = parsePage('https://firm.example/impressum', html)
    const link = page.root.children.flatMap((node) => (typeof node === 'string' ? [] : node.children))[2]
    const at = typeof link === 'object' ? (link.children[1] as never) : null
    const found = findPeople(page, [{ value: 'anna@firm.example', method: 'mailto', at, context: '' }], [])
    expect(found).toMatchObject([{ name: 'Anna Beispiel', email: null }])
  })
})

describe('what is not a person', () => {
  it.each([
    ['<h2>Our Team</h2><p>Read More</p><h3>Contact Us</h3><p>Privacy Policy</p>'],
    [
      '<h2>Products</h2><div><h3>Badge Magic</h3><p>An app for designers</p></div><div><h3>Pocket Lab</h3><p>For every engineer</p></div>',
    ],
    [
      '<h2>What our clients say</h2><div class="testimonial"><p>Great work!</p><h4>Anna Sample</h4><p>CEO, Other Ltd</p></div>',
    ],
    ['<blockquote>Lovely people.<footer>Anna Sample, CEO of Other Ltd</footer></blockquote>'],
    ['<h2>Team</h2><div><h3>John Doe</h3><p>CEO</p></div><div><h3>Max Mustermann</h3><p>CTO</p></div>'],
    [
      '<h2>Team</h2><div><h3>Jane Smith</h3><p>CEO</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p></div>',
    ],
    [
      '<h2>Locations</h2><div><h3>San Francisco</h3><p>Head Office</p></div><div><h3>New York</h3><p>Sales Office</p></div>',
    ],
    ['<h2>Partners</h2><div><h3>Beispiel Consulting GmbH</h3><p>Consultant</p></div>'],
    ['<p>Posted by Anna Sample on May 3</p><p>Anna Sample wrote this.</p>'],
    ['<nav><ul><li>Anna Sample</li><li>CEO</li></ul></nav>'],
    [
      '<div><b>Company:</b><br><a href="a">Partners</a><br><a href="b">Partner Testimonials</a><br><a href="c">Support</a><br><a href="d">Reseller Application</a><br><a href="e">Sales</a><br><a href="f">Driving Directions</a></div>',
    ],
    ['<ul><li>Garden Line Mending</li><li>Lead Gutter Exchange</li><li>Roof Line Cleaning</li></ul>'],
    [
      '<div><p>Newark, CA</p><p>Director of HR</p></div><div><p>Walla Walla, WA</p><p>Customer Analyst</p></div>',
    ],
    ['<div class="staff"><div>Jerry Sample Motors</div><p>Sales : (202) 555-0100</p></div>'],
    ['<h2>Jobs</h2><ul><li>Senior Software Engineer</li><li>Marketing Manager</li></ul>'],
    ['<h2>Unser Team</h2><h3>Unsere Werte</h3><p>Leitung mit Herz</p><h3>Unser Weg</h3><p>Teamleitung</p>'],
  ])('is left out: %s', (html) => {
    expect(brief(html)).toEqual([])
  })
})

describe('contact boxes', () => {
  it.each([
    [
      '<div><p>Ihr Ansprechpartner: Peter Beispiel</p><p>Tel</p></div>',
      'Peter Beispiel | Ihr Ansprechpartner',
    ],
    [
      '<div><h4>Ansprechpartnerin</h4><p>Petra Beispiel</p><p>Leiterin Vertrieb</p></div>',
      'Petra Beispiel | Leiterin Vertrieb',
    ],
    ['<div><p>Your contact: Anna Sample</p><p>Account Manager</p></div>', 'Anna Sample | Account Manager'],
  ])('are read: %s', (html, wanted) => {
    expect(brief(html)).toEqual([wanted])
  })
})

describe('names and roles in many languages', () => {
  const pairs = (heading: string, people: [string, string][]) =>
    `<h2>${heading}</h2>${people.map(([name, role]) => `<div><h3>${name}</h3><p>${role}</p></div>`).join('')}`
  it.each<[string, [string, string][]]>([
    [
      'Notre équipe',
      [
        ['Marie-Claude Exemple', 'Directrice générale'],
        ['Benoît D’Exemple', 'Responsable commercial'],
      ],
    ],
    [
      'Zarząd',
      [
        ['Jan Przykład', 'Prezes Zarządu'],
        ['Anna Przykładowa-Nowak', 'Członek Zarządu'],
      ],
    ],
    [
      'Ons team',
      [
        ['Jan-Willem de Voorbeeld', 'Directeur'],
        ["Els van 't Voorbeeld", 'Projectleider'],
      ],
    ],
    [
      '管理团队',
      [
        ['王小明', '首席执行官'],
        ['李华', '技术总监'],
      ],
    ],
    [
      '임원 소개',
      [
        ['김민준', '대표이사'],
        ['이서연', '이사'],
      ],
    ],
    [
      'فريق العمل',
      [
        ['محمد علي', 'المدير التنفيذي'],
        ['فاطمة حسن', 'مهندسة'],
      ],
    ],
    [
      'Наша команда',
      [
        ['Иван Примеров', 'Генеральный директор'],
        ['Ольга Примерова', 'Главный бухгалтер'],
      ],
    ],
    [
      'Đội ngũ',
      [
        ['Nguyễn Thị Mẫu', 'Giám đốc'],
        ['Trần Văn Thử', 'Kỹ sư'],
      ],
    ],
    [
      'Team',
      [
        ['Anna', 'Developer'],
        ['Peter', 'Designer'],
        ['Balaji', 'Tester'],
      ],
    ],
    [
      'Meet the team',
      [
        ['Anneke de Voorbeeld', 'Operations'],
        ['Rajat Udaharan', 'Finance & Legal'],
        ['Anna Sample', 'Sales'],
        ['Peter Muster', 'Team lead'],
      ],
    ],
  ])('are read under "%s"', (heading, people) => {
    expect(brief(pairs(heading, people))).toEqual(people.map(([name, role]) => `${name} | ${role}`))
  })

  it('are written as people write them', () => {
    const people: [string, string][] = [
      ['ANNA SAMPLE-MUSTER', 'CEO'],
      ['Dr. med. Peter SAMPLE', 'Arzt'],
      ['Eva Sample, MD, PhD', 'Cardiologist'],
      ['Yuvaraj (Yuvi)', 'Developer'],
    ]
    expect(read(pairs('Team', people)).map(({ name }) => name)).toEqual([
      'Anna Sample-Muster',
      'Peter Sample',
      'Eva Sample',
      'Yuvaraj (Yuvi)',
    ])
  })
})

describe('descriptions for machines', () => {
  it('reads JSON-LD, microdata and hCard', () => {
    const json = {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Firm',
      employee: {
        '@type': 'Person',
        name: 'Anna Sample',
        jobTitle: 'CTO',
        email: 'mailto:anna@firm.example',
      },
    }
    const html = `<script type="application/ld+json">${JSON.stringify(json)}</script>
      <div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Peter Sample</span><span itemprop="jobTitle">Buyer</span></div>`
    expect(
      brief(html)
        .filter((line, index, all) => all.indexOf(line) === index)
        .sort(),
    ).toEqual(['Anna Sample | CTO', 'Peter Sample | Buyer'])
  })

  it('leaves writers of articles out', () => {
    const json = {
      '@type': 'Article',
      author: { '@type': 'Person', name: 'Anna Sample', jobTitle: 'Writer' },
    }
    expect(brief(`<script type="application/ld+json">${JSON.stringify(json)}</script>`)).toEqual([])
  })
})

describe('hostile pages', () => {
  it('give a bounded number of people', () => {
    const deep = '<div>'.repeat(3_000) + 'Anna Sample<br>CEO<br>'.repeat(2_000)
    expect(read(deep).length).toBeLessThanOrEqual(1_000)
    const long = `<p>${'Anna Sample, '.repeat(20_000)}</p><p>Geschäftsführer: ${'Anna Sample, '.repeat(5_000)}</p>`
    expect(read(long).length).toBeLessThanOrEqual(60)
    expect(read(`<p>${'('.repeat(50_000)}</p><h2>${' - '.repeat(50_000)}</h2>`)).toEqual([])
  })
})
