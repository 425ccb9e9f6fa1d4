import { type RawBuilder, sql } from 'kysely'

/** Kinds of business inside others that share their names: by category, and by words of a name. */
const KINDS: [name: string, category: string, words: string][] = [
  [
    'food',
    'amenity/(restaurant|cafe|bar|pub|fast_food|biergarten|food_court|ice_cream|nightclub)|shop/(bakery|pastry|confectionery|coffee|tea|deli|chocolate|wine|alcohol|beverages)|craft/(brewery|winery|distillery|caterer|confectionery)',
    'restaurante?|ristorante|caf[eé]|cafeteria|bistrot?|brasserie|diner|bakery|food court',
  ],
  [
    'lodging',
    'tourism/(hotel|hostel|motel|guest_house|apartment|chalet|c[a-z]+_site)|leisure/resort',
    'hotel|hostel|motel',
  ],
  [
    'medicines',
    'amenity/pharmacy|shop/(chemist|drugstore)',
    'pharmacy|pharmacie|apotheke|apotek|farm[aá]cia|drugstore',
  ],
  ['beauty', 'shop/(beauty|hairdresser|massage|cosmetics)|leisure/(spa|sauna)', 'spa|hair salon|nail salon'],
  [
    'optics',
    'shop/optician|healthcare/optometrist',
    'opticians?|optical|vision cent(er|re)|optik|optique|[oó]ptica|ottica',
  ],
  [
    'fuel',
    'amenity/fuel',
    'gas|fuel|gas station|petrol station|tankstelle|station[- ]service|gasolinera|tankstation',
  ],
  [
    'cars',
    'shop/(car_repair|tyres|car_parts)|amenity/vehicle_inspection',
    'auto (care|cent(er|re)|service)( cent(er|re))?|tire cent(er|re)|tyre cent(er|re)',
  ],
  ['garden', 'shop/garden_centre', 'garden cent(er|re)|gartencenter|tuincentrum|jardinerie'],
  ['parking', 'amenity/parking.*', 'car park|parking|parkplatz|parkhaus|aparcamiento|parcheggio'],
  [
    'cash machine',
    'amenity/atm',
    'atm|cash ?machine|cash ?point|geldautomat|cajero autom[aá]tico|bancomat|distributeur',
  ],
  ['post', 'amenity/post_office', 'post office'],
  ['car wash', 'amenity/car_wash', 'car ?wash'],
  ['charging', 'amenity/charging_station', 'charging station|ladestation|ladesäule'],
]
/** Kinds that data sets use interchangeably. */
const ANY_KIND = sql.lit('^(shop/(convenience|kiosk|car|repair|mall)|landuse/retail)$')

/** Most categories and names are of no kind: one pattern says so instead of one for each kind. */
const ANY_CATEGORY = sql.lit(`^(${KINDS.map(([, pattern]) => pattern).join('|')})`)
const ANY_WORD = sql.lit(`\\y(${KINDS.map(([, , words]) => words).join('|')})\\y`)

const ofCategory = (side: 'm' | 'p') => {
  const category = sql.ref(`${side}.category`)
  const cases = KINDS.map(
    ([name, pattern]) => sql`when ${category} ~ ${sql.lit(`^(${pattern})`)} then ${sql.lit(name)}`,
  )
  return sql`case when ${category} ~ ${ANY_KIND} then 'any' when ${category} !~ ${ANY_CATEGORY} then 'other' ${sql.join(cases, sql` `)} end`
}

/** Kinds named by only one of the two names. */
const ofWords = (side: 'm' | 'p', other: 'm' | 'p'): RawBuilder<unknown> => {
  const cases = KINDS.map(([name, , words]) => {
    const pattern = sql.lit(`\\y(${words})\\y`)
    return sql`when lower(${sql.ref(`${side}.name`)}) ~ ${pattern} and lower(${sql.ref(`${other}.name`)}) !~ ${pattern} then ${sql.lit(name)}`
  })
  return sql`case when lower(${sql.ref(`${side}.name`)}) !~ ${ANY_WORD} then null ${sql.join(cases, sql` `)} end`
}

/** A part of a store or dealer that data sets list beside the whole, with its phone and address. */
const DEPARTMENT = sql.lit(
  '\\y((photo|money|parts|vision|tire|auto|garden|service|floral|optical) (cent(er|re)|department|studio|desk)|parts|chapel|training|vaccination clinic)$',
)
/** One name ends with the name of a department, the other doesn't. */
export const DEPARTMENT_OF_ONE = sql`((lower(m.name) ~ ${DEPARTMENT}) <> (lower(p.name) ~ ${DEPARTMENT}))`

const letters = (side: 'm' | 'p') =>
  sql`regexp_replace(lower(${sql.ref(`${side}.name`)}), '[^[:alnum:]]', '', 'g')`

/**
 * A store and its pharmacy, or a bank and its cash machine: the categories are of two kinds, or a word of one
 * name says so where its own category does not. Identical full names are one business, whatever the kind.
 */
export const OTHER_KIND = sql`(case when lower(m.name) = lower(p.name) or ${letters('m')} = ${letters('p')} then false
  else (select coalesce(k.mc <> k.pc and 'any' not in (k.mc, k.pc), false)
    or coalesce(k.mw <> k.pc and (k.mc in ('other', 'any', k.mw) or k.mc is null), false)
    or coalesce(k.pw <> k.mc and (k.pc in ('other', 'any', k.pw) or k.pc is null), false)
  from (select ${ofCategory('m')} as mc, ${ofCategory('p')} as pc, ${ofWords('m', 'p')} as mw, ${ofWords('p', 'm')} as pw
    -- Works each of them out once.
    offset 0) k) end)`
