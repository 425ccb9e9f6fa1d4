import type { ListTypeId } from '../leads/list-types/index.ts'

/** Marks a row as made up. */
export const SAMPLE_MARK = 'Sample row, delete it'

interface SampleFile {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Columns of every list type. */
const ANY_TYPE: SampleFile = {
  columns: ['Name', 'Email', 'Note'],
  rows: [
    ['Acorn', 'hello@acorn.example', SAMPLE_MARK],
    ['Birch', 'hello@birch.example', SAMPLE_MARK],
  ],
}

/** Sample file by list type: columns that are recognized automatically, and two made-up rows. */
const SAMPLE_FILES: Partial<Record<string, SampleFile>> = {
  local: {
    columns: [
      'Name',
      'Email',
      'Phone',
      'Category',
      'Website',
      'Street',
      'City',
      'State',
      'Postal code',
      'Country',
      'Note',
    ],
    rows: [
      [
        'Acorn Bakery',
        'hello@acorn-bakery.example',
        '+15035550123',
        'Bakery',
        'https://acorn-bakery.example',
        '1 Main Street',
        'Portland',
        'Oregon',
        '97201',
        'United States',
        SAMPLE_MARK,
      ],
      [
        'Birch Dental',
        '',
        '+4930555501',
        'Dentist',
        'https://birch-dental.example',
        'Lindenweg 5',
        'Berlin',
        'Berlin',
        '10115',
        'Germany',
        SAMPLE_MARK,
      ],
    ],
  },
  people: {
    columns: [
      'First name',
      'Last name',
      'Email',
      'Phone',
      'Position',
      'Company',
      'Website',
      'City',
      'Country',
      'LinkedIn URL',
      'Note',
    ],
    rows: [
      [
        'Ann',
        'Acorn',
        'ann@acorn.example',
        '+15035550123',
        'Head of marketing',
        'Acorn',
        'https://acorn.example',
        'Portland',
        'United States',
        'https://www.linkedin.com/in/ann-acorn-sample',
        SAMPLE_MARK,
      ],
      [
        'Bo',
        'Birch',
        '',
        '',
        'Managing director',
        'Birch',
        'https://birch.example',
        'Berlin',
        'Germany',
        '',
        SAMPLE_MARK,
      ],
    ],
  },
  single: {
    columns: ['Email', 'Domain', 'First name', 'Last name', 'Position', 'Phone', 'LinkedIn URL', 'Note'],
    rows: [
      [
        'ann@acorn.example',
        'acorn.example',
        'Ann',
        'Acorn',
        'Head of marketing',
        '+15035550123',
        'https://www.linkedin.com/in/ann-acorn-sample',
        SAMPLE_MARK,
      ],
      ['info@birch.example', 'birch.example', '', '', '', '', '', SAMPLE_MARK],
    ],
  },
  influencer: {
    columns: [
      'Name',
      'Handle',
      'Platform',
      'Followers',
      'Engagement rate',
      'Email',
      'Website',
      'Country',
      'Note',
    ],
    rows: [
      [
        'Ann Acorn',
        'annacorn',
        'Instagram',
        '12000',
        '3.4',
        'ann@acorn.example',
        'https://acorn.example',
        'United States',
        SAMPLE_MARK,
      ],
      ['Bo Birch', 'bobirch', 'YouTube', '54000', '1.9', '', '', 'Germany', SAMPLE_MARK],
    ],
  },
}

export function sampleCsv(type: ListTypeId): string {
  const { columns, rows } = SAMPLE_FILES[type] ?? ANY_TYPE
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return `${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
