import { describe, expect, it } from 'vitest'
import { readPostalPlace } from './postal-forms.ts'
import { readTextAddress } from './text-address.ts'

const read = (...lines: string[]): string => {
  const address = readTextAddress(lines, lines.length - 1)
  return [address?.street, address?.postal_code, address?.city, address?.country].join(' | ')
}

describe('readTextAddress', () => {
  it.each<[string[], string]>([
    [
      ['469, Sample Ouest, bureau 105', 'Montréal (Québec) H3N 1R4'],
      '469, Sample Ouest, bureau 105 | H3N 1R4 | Montréal | CA',
    ],
    [['Via Sample, 15', '24062 – Costa Volpino (BG)'], 'Via Sample, 15 | 24062 | Costa Volpino | '],
    [['Calle Sample 3, 2ºB', '28013 - Madrid (España)'], 'Calle Sample 3, 2ºB | 28013 | Madrid | '],
    [['1095 Budapest, Sample út 48, Malom Udvar'], 'Sample út 48 | 1095 | Budapest | '],
    [['2461 Tárnok, Sample u. 12.'], 'Sample u. 12. | 2461 | Tárnok | '],
    [['1 Oak St', 'Springfield, IL 62701'], '1 Oak St | 62701 | Springfield | US'],
    [['1 Oak St', 'San Sample, California 94105-1234'], '1 Oak St | 94105-1234 | San Sample | US'],
    [['1 Oak Street NW', 'Washington, D.C. 20577'], '1 Oak Street NW | 20577 | Washington | US'],
    [
      ['20100 N. 51st Ave Suite #D-4', 'Glendale, Az. 85308'],
      '20100 N. 51st Ave Suite #D-4 | 85308 | Glendale | US',
    ],
    [
      ['1617 3rd Avenue', 'Suite 7', 'New York, NY', '10128'],
      '1617 3rd Avenue, Suite 7 | 10128 | New York | US',
    ],
    [['12 Oak St. Suite LL02 Boston, MA 02111, USA'], '12 Oak St. Suite LL02 | 02111 | Boston | US'],
    [['312-867-0110 ◊ 12 North Oak, Chicago Illinois 60614'], '12 North Oak | 60614 | Chicago | US'],
    [['4800 Oak Ave SW Seattle WA 98116'], '4800 Oak Ave SW | 98116 | Seattle | US'],
    [['1 Oak St', 'Toronto, ON M5V 2T6'], '1 Oak St | M5V 2T6 | Toronto | CA'],
    [['101-1305 Oak St', 'North Sample,', 'V7P 1B3, BC.'], '101-1305 Oak St | V7P 1B3 | North Sample | CA'],
    [
      ['145 Oak Drive, Unit 3', 'Brampton, Ontario', 'Canada L6T 5P5'],
      '145 Oak Drive, Unit 3 | L6T 5P5 | Brampton | CA',
    ],
    [['8765 Oak Pl, Burnaby, B.C., V3N 4T2'], '8765 Oak Pl | V3N 4T2 | Burnaby | CA'],
    [['Level 5', '100 Oak Street', 'Sydney NSW 2000'], 'Level 5, 100 Oak Street | 2000 | Sydney | AU'],
    [['12 Oak Street North Perth WA 6006'], '12 Oak Street | 6006 | North Perth | AU'],
    [['1 Oak Road', 'London SW1A 1AA'], '1 Oak Road | SW1A 1AA | London | GB'],
    [['9 Oak Way', 'Orpington,', 'BR6 6LU'], '9 Oak Way | BR6 6LU | Orpington | GB'],
    [['12 Oak Lane', 'Cheltenham', 'Glos.', 'GL51 9PL'], '12 Oak Lane | GL51 9PL | Cheltenham | GB'],
    [
      ['Unit 29, Oak Road, Kingsditch Trading Estate, Cheltenham, Gloucestershire GL51 9PL'],
      'Unit 29, Oak Road, Kingsditch Trading Estate | GL51 9PL | Cheltenham | GB',
    ],
    [
      ['Acme Ltd', 'Unit 3 Oak Court', '250 Elm Road', 'Hampstead', 'London NW3 6DN'],
      'Unit 3 Oak Court, 250 Elm Road, Hampstead | NW3 6DN | London | GB',
    ],
    [
      ['Unit 15', 'Whitehills Business Park', 'Lancashire', 'FY4 5GU'],
      'Unit 15, Whitehills Business Park | FY4 5GU |  | GB',
    ],
    [['PO Box 306', 'Newcastle upon Tyne', 'NE6 5ZH'], 'PO Box 306 | NE6 5ZH | Newcastle upon Tyne | GB'],
    [['Acme Ltd', 'Oak House', 'Elm Lane', 'Gloucester', 'GL3 1DL'], 'Elm Lane | GL3 1DL | Gloucester | GB'],
    [['12 Main Street, Naas, Co. Kildare'], '12 Main Street |  | Naas | IE'],
    [['12 Main Street', 'Naas', 'Co. Kildare', 'W91 X2Y3'], '12 Main Street | W91 X2Y3 | Naas | IE'],
    [['4 Oak Quay, Dublin 2'], '4 Oak Quay |  | Dublin | IE'],
    [['44 Sample Road, Birmingham B15 1TH, United Kingdom'], '44 Sample Road | B15 1TH | Birmingham | GB'],
    [['12 Oak Street', 'Orchard Park, NY 14127'], '12 Oak Street | 14127 | Orchard Park | US'],
    [['12 Oak St', 'Norway, ME 04268'], '12 Oak St | 04268 | Norway | US'],
    [['7 Oak Trl Ste B Springfield, IL 62701'], '7 Oak Trl Ste B | 62701 | Springfield | US'],
    [['7 Oak Trl Springfield, IL 62701'], '7 Oak Trl | 62701 | Springfield | US'],
    [['12 Oak St # 4 - Springfield, IL - 62701'], '12 Oak St # 4 | 62701 | Springfield | US'],
    [['12 Oak Road', 'Springfield, IL'], '12 Oak Road |  | Springfield | US'],
    [['12 Oak Road, Springfield, Illinois, USA'], '12 Oak Road |  | Springfield | US'],
    [['Oak Road', 'Sampleton', 'F45 KN60'], 'Oak Road | F45 KN60 | Sampleton | IE'],
    [
      ['Rua Sample Exemplo,', 'Nº 608, 1º Andar', '4745-330 Trofa'],
      'Rua Sample Exemplo, Nº 608, 1º Andar | 4745-330 | Trofa | PT',
    ],
    [['Via Sample, 15, 20121 Milano'], 'Via Sample, 15 | 20121 | Milano | '],
    [['Lange Zeile 1-3', '85435 Erding'], 'Lange Zeile 1-3 | 85435 | Erding | '],
    [
      [
        `${'Acme Savings is authorised by an authority that nobody needs to know. '.repeat(4)}Registered Office: Oak House, PO Box 9, High Street, Coventry CV1 5QN.`,
      ],
      'PO Box 9, High Street | CV1 5QN | Coventry | GB',
    ],
  ])('reads the lines %j', (lines, expected) => {
    expect(read(...lines)).toBe(expected)
  })

  it('takes the number of a house above its place for no postal code', () => {
    expect(readTextAddress(['12 Oak St', '12804 Sample Elms', 'Springfield, IL 62701'], 1)).toBeNull()
    expect(readTextAddress(['12 Oak St', '12804 Sample Elms'], 1)).not.toBeNull()
  })

  it('takes no house for the name of a company', () => {
    expect(readTextAddress(['Oak House, 12 Elm Road, London SW1A 1AA'], 0)).toMatchObject({ name: null })
    expect(readTextAddress(['Acme Widgets, 12 Elm Road, London SW1A 1AA'], 0)).toMatchObject({
      name: 'Acme Widgets',
    })
  })

  it.each([
    '2200 Oak Pkwy, Suite 201',
    '4700 W.160th Street',
    '20100 N. 51st Ave Suite #D-410',
    '11700 NE Oak',
  ])('reads no town in a street: %s', (line) => {
    expect(readPostalPlace(line)).toBeNull()
  })

  it.each([
    [['Acme Ltd', 'London SW1A 1AA']],
    [['We sold 12 units', 'Springfield, IL']],
    [['Suite 100, Oak Building', 'Springfield, IL']],
    [['12 Oak Street', 'Sign in, or']],
    [['We sold 12 units', 'in Springfield, IL 62701 last year']],
    [['1 Oak St', 'Model NY 10128-A']],
    [['Toll free 1 800 200 3000', 'Toronto, ON M5V 2T6']],
  ])('reads no street in %j', (lines) => {
    expect(readTextAddress(lines, lines.length - 1)).toBeNull()
  })
})
