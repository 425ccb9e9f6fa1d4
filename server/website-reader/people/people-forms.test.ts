import { describe, expect, it } from 'vitest'
import { findEmails } from '../emails/find-emails.ts'
import { parsePage } from '../page/page-tree.ts'
import { findPeople } from './find-people.ts'
import { areAlike, createNameKey } from './same-person.ts'

const brief = (html: string, url = 'https://firm.example/page'): string[] =>
  findPeople(parsePage(url, `<html><body>${html}</body></html>`), [], []).map(
    ({ name, role, staff }) => `${name} | ${role}${staff ? '' : ' | not staff'}`,
  )
const repeat = (pairs: readonly (readonly [string, string])[], one: (name: string, role: string) => string) =>
  pairs.map(([name, role]) => one(name, role)).join('\n')

describe('cards that show where names and roles stand', () => {
  const cards = [
    ['Anna Sample', 'Treasurer'],
    ['Zorbly Quaxil', 'Secretary'],
    ['Velmath', 'Chair'],
    ['Peter Muster', 'Wool and needles'],
  ] as const
  const expected = cards.map(([name, role]) => `${name} | ${role}`)

  it.each([
    ['headings', (n: string, r: string) => `<div class="box"><h4>${n}</h4><p>${r}</p></div>`],
    ['paragraphs of one make', (n: string, r: string) => `<div class="box"><p>${n}</p><p>${r}</p></div>`],
    [
      'parts of their own',
      (n: string, r: string) => `<div><div><b>${n}</b></div><div><i>${r}</i></div></div>`,
    ],
    [
      'the role first',
      (n: string, r: string) => `<div class="box"><p class="a">${r}</p><p class="b">${n}</p></div>`,
    ],
    ['a break', (n: string, r: string) => `<div class="box"><p>\n ${n} <br><span>${r}</span></p></div>`],
  ])('reads unknown names and roles in %s', (_, one) => {
    expect(brief(`<h2>Our team</h2>${repeat(cards, one)}`)).toEqual(expected)
  })

  const staff = [
    ['Anna Sample', 'President'],
    ['Phil Muster', 'Head of Sales'],
    ['Geetika Probe', 'Office Manager'],
  ] as const
  const known = staff.map(([name, role]) => `${name} | ${role}`)

  it.each([
    ['role before name', (n: string, r: string) => `<p class="a">${r}</p><p class="b">${n}</p>`],
    ['name before role', (n: string, r: string) => `<p class="b">${n}</p><p class="a">${r}</p>`],
  ])('gives each role to its own name in a list without blocks, %s', (_, one) => {
    expect(brief(`<div>${repeat(staff, one)}</div>`)).toEqual(known)
  })

  it('keeps roles below their names where a role stands above them all', () => {
    const list = repeat(staff, (n, r) => `<p class="b">${n}</p><p class="a">${r}</p>`)
    expect(brief(`<div><p class="a">Secretary</p>${list}</div>`)).toEqual(known)
  })

  it('reads names and roles in lines of one paragraph, but not a menu', () => {
    const paragraphs = repeat(staff, (n, r) => `<p>${n}<br>${r}<br>Building 4</p>`)
    expect(brief(`<h2>Contact</h2>${paragraphs}`)).toEqual(known)
    const dishes = [
      ['Oak Grill', 'Head Chef Special'],
      ['Rib Eye', 'Manager Choice'],
      ['Madison Burger', 'Partner Deal'],
    ] as const
    expect(brief(repeat(dishes, (n, r) => `<p>${n}<br>${r}<br>$ 12</p>`))).toEqual([])
  })

  it.each([
    ['<h2>Partners</h2>', 'Partner'],
    ['<h2>Of Counsel</h2><p>2 found</p>', 'Of Counsel'],
    ['<h2>Our Doctors</h2>', null],
    ['<h2>Partners</h2><h3>Springfield</h3>', null],
    ['<h2>Staff</h2>', null],
  ])('takes the heading of a list for the role where it is one: %s', (heading, role) => {
    const list = ['Anna Sample', 'Eva Probe'].map(
      (name) => `<li class="member"><img src="x.jpg" alt="${name}"><a href="/x">${name}</a></li>`,
    )
    expect(brief(`${heading}<ul>${list.join('')}</ul>`, 'https://firm.example/team')).toEqual([
      `Anna Sample | ${role}`,
      `Eva Probe | ${role}`,
    ])
  })

  it.each([
    ['<p>Anna Sample, Sales Manager <a href="mailto:anna@firm.example">anna@firm.example</a></p>'],
    ['<p>Anna Sample | Sales Manager | anna@firm.example</p>'],
    ['<p>Sales Manager - Anna Sample - 202-555-0100</p>'],
    ['<p>Anna Sample, Sales Manager, ext. 102</p>'],
    ['<p>For orders contact Anna Sample, Sales Manager, at 202-555-0100.</p>'],
    ['<p>Anna Sample has been our Sales Manager since 2004 and lives in Springfield.</p>'],
  ])('reads name and role in a line with more: %s', (html) => {
    expect(brief(html, 'https://firm.example/contact')).toEqual(['Anna Sample | Sales Manager'])
  })

  it('reads what somebody is responsible for', () => {
    expect(brief('<p>Dirk Sample is responsible for Marketing and Public Relations at Acme.</p>')).toEqual([
      'Dirk Sample | Marketing and Public Relations',
    ])
  })

  it('trusts class names that say role', () => {
    const html = repeat(
      [
        ['Quaxil', 'Hives'],
        ['Zorbly', 'Honey'],
      ],
      (n, r) => `<div class="member"><h3>${n}</h3><p class="role">${r}</p></div>`,
    )
    expect(brief(`<h2>Our team</h2>${html}`)).toEqual(['Quaxil | Hives', 'Zorbly | Honey'])
  })

  it('doesn’t read the next card as the role of this one', () => {
    const html = repeat(
      [
        ['Board Secretary', 'ADELIA E. SAMPLE'],
        ['Board Treasurer', 'ULYSSES MUSTER'],
        ['Board Member', 'PAULA SAMPLE'],
      ],
      (role, name) => `<div><p class="small">${role}</p><p class="large">${name}</p></div>`,
    )
    expect(brief(`<h2>Board of Directors</h2>${html}`)).toEqual([
      'Adelia E. Sample | Board Secretary',
      'Ulysses Muster | Board Treasurer',
      'Paula Sample | Board Member',
    ])
  })

  it('does not read the organisations that board members come from as people', () => {
    const html = repeat(
      [
        ['Anna Sample', 'Chair</p><p>Partner, Quaxil Zorbly'],
        ['Max Sample', 'Vice Chair</p><p>Retired Superintendent'],
        ['Eva Muster', 'Treasurer</p><p>Attorney, Muster Law'],
      ],
      (n, r) => `<div><h3>${n}</h3><p>${r}</p></div>`,
    )
    expect(brief(`<h2>Our board</h2>${html}`)).toEqual([
      'Anna Sample | Chair',
      'Max Sample | Vice Chair',
      'Eva Muster | Treasurer',
    ])
  })

  it('reads links in a row, each with several elements, as cards', () => {
    const html = repeat(
      [
        ['Anna Sample', 'Managing Partner'],
        ['K Maria', 'Senior Associate'],
        ['Zorbly Quaxil', 'Partner'],
      ],
      (n, r) =>
        `<a class="mini" href="/p"><span class="face"><img src="a.jpg" alt="">AS</span><span class="info"><b>${n}</b><span>${r}</span></span></a>`,
    )
    expect(brief(`<p>They lead this practice.</p>${html}`)).toEqual([
      'Anna Sample | Managing Partner',
      'K Maria | Senior Associate',
      'Zorbly Quaxil | Partner',
    ])
  })

  it('reads names that stand in two elements', () => {
    const html = repeat(
      [
        ['Anna', 'Nowak</p><p>Prezes'],
        ['Piotr', 'Przykład</p><p>Skarbnik'],
      ],
      (n, r) => `<div><p>${n}</p><p>${r}</p><p>kontakt: 202 555 0100</p></div>`,
    )
    expect(brief(`<h1>Zarząd</h1>${html}`)).toEqual(['Anna Nowak | Prezes', 'Piotr Przykład | Skarbnik'])
  })
})

describe('lists in one line', () => {
  it.each([
    ['<p>Anna Sample (Chair) | Max Sample (Vice Chair) | Eva Muster (Treasurer)</p>'],
    ['<p>Anna Sample (Chair), Max Sample (Vice Chair) and Eva Muster (Treasurer)</p>'],
    ['<p><b>Chair</b>: Anna Sample\n<b>Vice Chair</b>: Max Sample <b>Treasurer</b>: Eva Muster</p>'],
  ])('reads %s', (html) => {
    expect(brief(`<h2>Board</h2>${html}`)).toEqual([
      'Anna Sample | Chair',
      'Max Sample | Vice Chair',
      'Eva Muster | Treasurer',
    ])
  })

  it('reads the fields of a footer', () => {
    const html =
      '<footer><p>상호: (주)샘플 | 대표: 이정민 | 사업자등록번호: 123-45-67890</p><p>개인정보책임자 : 한지우 (privacy@shop.example)</p></footer>'
    expect(brief(html)).toEqual(['이정민 | 대표', '한지우 | 개인정보책임자'])
  })

  it('takes free words after a name only among similar lines', () => {
    const list = '<li><b>Anna Sample</b> — Tools &amp; Trade</li><li><b>Max Sample</b> — Systems</li>'
    expect(brief(`<h2>Our team</h2><ul>${list}</ul>`)).toEqual([
      'Anna Sample | Tools & Trade',
      'Max Sample | Systems',
    ])
    expect(brief('<h2>News</h2><p>Anna Sample, tools and trade</p>')).toEqual([])
  })
})

describe('labels', () => {
  it.each([
    ['代表取締役', '堀江見本'],
    ['代表取締役', '野中 見本'],
    ['대표이사', '박보기'],
    ['Geschäftsführerin', 'Quaxil Zorbly'],
    ['Marketing Manager', 'Anna Sample'],
  ])('reads the cell behind %s', (label, name) => {
    const html = `<table><tr><th>Name</th><td>Sample Ltd</td></tr><tr><th>${label}</th><td>${name}</td></tr><tr><th>E-Mail</th><td>info@firm.example</td></tr></table>`
    expect(brief(html)).toEqual([`${name} | ${label}`])
  })

  it('stops at the next field of a form', () => {
    const html =
      '<div><p>Генеральный директор</p><p>Иванов Иван Петрович</p></div><div><p>Действует на основании</p><p>Устава</p></div><div><p>Банк</p><p>Филиал Центральный Банка</p></div>'
    expect(brief(html)).toEqual(['Иванов Иван Петрович | Генеральный директор'])
  })

  it('ends a label with its element', () => {
    const html = '<div><span>Diretora Executiva</span><span>Andressa Silva de Amostra</span></div>'
    expect(brief(html)).toEqual(['Andressa Silva de Amostra | Diretora Executiva'])
  })

  it.each([
    ['<p>Rechtsanwältin Sabine Muster</p>', 'Sabine Muster | Rechtsanwältin'],
    ['<p><b>Képviseli:</b> Kovács Árpád ügyvezető</p>', 'Kovács Árpád | ügyvezető'],
    ['<h2>Vice-Director</h2><p>Prof. Dr. Anna Sample</p><h2>Coordinator</h2>', 'Anna Sample | Vice-Director'],
  ])('reads a role beside a name: %s', (html, expected) => {
    expect(brief(html, 'https://firm.example/impressum')).toEqual([expected])
  })
})

describe('contacts of people with labels', () => {
  it('belong to them in a list of a team', () => {
    const names = ['Anna Sample', 'Max Sample', 'Eva Muster', 'Karl Muster']
    const roles = ['Hüttenwart', 'Materialverwalter', 'Kassiererin', 'Tourenleiter']
    const row = (name: string, index: number) =>
      `<tr><td><strong>${roles[index]}</strong><br>&nbsp;<br>${name}<br>Sample Street 3<br><a href="mailto:p${index}@firm.example">E-Mail</a></td></tr>`
    const page = parsePage('https://firm.example/vorstand', `<table>${names.map(row).join('')}</table>`)
    expect(findPeople(page, findEmails(page), []).map(({ name, email }) => `${name} ${email}`)).toEqual(
      names.map((name, index) => `${name} p${index}@firm.example`),
    )
  })
})

describe('forms of names', () => {
  it.each([
    ['Desti Contoh, S.Pd.Si.', 'Desti Contoh'],
    ['Obst. Paulia Emiliana Muestra', 'Paulia Emiliana Muestra'],
    ['Engª Esp. Giseli Exemplo', 'Giseli Exemplo'],
    ['Ma. José Muestra', 'Ma. José Muestra'],
    ['ATTY. ALLAN SAMPLE', 'Allan Sample'],
    ['Me Philippe EXEMPLE', 'Philippe Exemple'],
    ['SOW Probe', 'Sow Probe'],
    ['Phil Probe', 'Phil Probe'],
    ['Max Probe, III', 'Max Probe III'],
    ['Zorb Le, CPA', 'Zorb Le'],
    ['Teddy Contoh, SE., MM., C.LMA', 'Teddy Contoh'],
    ['Prof.ª Drª. Agnes Maria da Amostra', 'Agnes Maria da Amostra'],
  ])('reads %s', (written, name) => {
    expect(brief(`<h2>Our team</h2><div><h3>${written}</h3><p>Treasurer</p></div>`)).toEqual([
      `${name} | Treasurer`,
    ])
  })

  it.each([
    ['TC Muster Dorf'],
    ['UC San Diego'],
    ['Morgan Stanley'],
    ['Precision Execution'],
    ['Admin User'],
    ['Förnamn Efternamn'],
    ['John Doe PhD Student'],
    ['Community Development Foundation'],
  ])('reads no person in %s', (text) => {
    expect(brief(`<h2>Our team</h2><div><h3>${text}</h3><p>Treasurer</p></div>`)).toEqual([])
  })

  it('keeps two people apart when one has half of the other’s double name', () => {
    expect(areAlike(createNameKey('Carl Sample'), createNameKey('Carl-Maria Sample'))).toBe(false)
    expect(areAlike(createNameKey('Carl-Maria Sample'), createNameKey('Carl Maria Sample'))).toBe(true)
    expect(areAlike(createNameKey('Carlmaria Sample'), createNameKey('Carlmaria B. Sample'))).toBe(true)
  })
})

describe('who belongs to the firm', () => {
  it('leaves out what customers say in quotation marks', () => {
    const one = (n: string, r: string) =>
      `<div class="p"><p>"The new pages are a great success for us."</p><div><p>${n}</p><p>${r}</p></div></div>`
    expect(brief(repeat([['Anna Sample', 'Attorney']], one))).toEqual([])
    expect(brief(`<h2>Our team</h2>${repeat([['Anna Sample', 'Attorney']], one)}`)).toEqual([
      'Anna Sample | Attorney',
    ])
  })

  it.each([['Cosa dicono i nostri clienti'], ['用户评价'], ['お客様の声'], ['Müşteri Yorumları']])(
    'leaves out people below %s',
    (heading) => {
      const html = `<h2>${heading}</h2><div><p>Very good.</p><p>Anna Sample</p><p>Attorney</p></div>`
      expect(brief(html)).toEqual([])
    },
  )

  it.each([
    ['Partner', 'Attorney', ''],
    ['Mitglieder', 'Treasurer', ''],
    ['Our board', 'President, Federated Student Union', ''],
    ['Our board', 'Professor emeritus, Chair', ''],
    ['Our team', 'PhD student', ''],
    ['Our team', 'Undergraduate student', ' | not staff'],
    ['Our team', 'Former director', ' | not staff'],
  ])('counts below "%s" a %s', (heading, role, suffix) => {
    const html = `<h2>${heading}</h2><div><h3>Anna Sample</h3><p>${role}</p></div>`
    expect(brief(html)).toEqual([`Anna Sample | ${role}${suffix}`])
  })

  it('reads headings with French and Italian articles', () => {
    const list = '<ul><li>Loïc Exemple</li><li>Angela Exemple</li><li>Zorbly Quaxil</li></ul>'
    const html = `<h2>Le Conseil d'Administration</h2><p>Le conseil est constitué de 3 membres :</p>${list}`
    expect(brief(html)).toEqual(['Loïc Exemple | null', 'Angela Exemple | null', 'Zorbly Quaxil | null'])
  })

  it('reads no people in a list of former posts', () => {
    const html = repeat(
      [
        ['University of Sampleton', 'Teaching Assistant'],
        ['Barclays Capital', 'Analyst'],
        ['Morgan Stanley', 'Intern'],
      ],
      (n, r) => `<div><h3>${n}</h3><h4>${r}</h4><p>Some words on it.</p></div>`,
    )
    expect(brief(`<h2>Experience</h2>${html}`)).toEqual([])
  })
})

describe('roles', () => {
  it.each([
    ['Role: Treasurer of the club', 'Treasurer of the club'],
    ['Als Schriftführer führt er Protokoll und sorgt für die Post', 'Schriftführer'],
    ['As Treasurer, she looks after the money of all', 'Treasurer'],
  ])('shortens %s', (text, role) => {
    expect(brief(`<h2>Our team</h2><div><h3>Anna Sample</h3><p>${text}</p></div>`)).toEqual([
      `Anna Sample | ${role}`,
    ])
  })

  it.each([
    [
      '<h2>Hauptmann<br><span>Anna Sample</span></h2><p><b>Vorstand:</b><br>seit 2006</p>',
      'Anna Sample | null',
    ],
    [
      '<h2>Schatzmeisterin<br><span>Anna Sample</span></h2><p><b>Vorstand:</b><br>seit 2006</p>',
      'Anna Sample | Schatzmeisterin',
    ],
  ])('takes no label of other data for the role: %s', (html, expected) => {
    expect(brief(`<h1>Team</h1>${html}`)).toEqual([expected])
  })

  it('reads people in tables that quotations indent, and leaves out vacant positions', () => {
    const row = (role: string, name: string) =>
      `<tr><td><p>${role}: </p></td><td>&nbsp;</td><td><p>${name}<br>Sample Street 3</p></td></tr>`
    const html = `<blockquote><p><u>Vorstand</u></p><table>${row('Sekretär', 'Anna Sample')}${row('Präsident', 'Vakant')}${row('Kassier', 'Eva Sample')}</table></blockquote>`
    expect(brief(html, 'https://firm.example/vorstand.html')).toEqual([
      'Anna Sample | Sekretär',
      'Eva Sample | Kassier',
    ])
  })

  it('reads the role before the contacts of its line', () => {
    const html =
      '<h2>Our team</h2><div><h3>Anna Sample</h3><span>2. Vorsitzende</span><a href="mailto:anna@firm.example">anna@firm.example</a></div>'
    expect(brief(html)).toEqual(['Anna Sample | 2. Vorsitzende'])
  })

  it('takes no sentence of scripts without spaces for a role', () => {
    const html =
      '<p>创始人</p><h2>王样本</h2><p>王样本是样本公司创始人、注册管理咨询师和作者，长期从事企业咨询、组织管理和培训。</p>'
    expect(brief(html)).toEqual(['王样本 | 创始人'])
  })
})
