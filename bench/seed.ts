import type pg from 'pg'

/** Names and towns as SQL arrays: enough that a search matches only part of the rows. */
const FIRST = `(array['Anna','Ben','Clara','David','Eva','Felix','Greta','Hugo','Ida','Jonas','Karla','Leo','Mia','Noah','Olga','Paul'])`
const LAST = `(array['Berg','Castell','Dorn','Eichel','Falk','Gruber','Hansen','Ito','Jensen','Kowal','Larsen','Moreau','Novak','Okafor','Perez','Quinn'])`
const CITY = `(array['Portland','Berlin','Lyon','Oslo','Porto','Gdansk','Osaka','Perth','Bath','Ulm'])`
const CATEGORY = `(array['craft/brewery','shop/bakery','amenity/dentist','tourism/hotel','office/lawyer'])`
const pick = (list: string, by: string) => `${list}[1 + (${by}) % array_length(${list}, 1)]`

/** A list with this many leads; returns its id. */
export async function seedList(database: pg.Pool, accountId: number, leads: number): Promise<number> {
  const client = await database.connect()
  try {
    // Entries of the text index wait until the end and are sorted there: several times faster for a million leads.
    await client.query(
      `select set_config('gin_pending_list_limit', '2000MB', false), set_config('maintenance_work_mem', '1GB', false)`,
    )
    const listId = await insertList(client, accountId, leads)
    await client.query(`select gin_clean_pending_list('lead_search'::regclass)`)
    return listId
  } finally {
    // Not back to the pool with these settings.
    client.release(true)
  }
}

async function insertList(database: pg.PoolClient, accountId: number, leads: number): Promise<number> {
  const { rows } = await database.query(
    `insert into list (account_id, type, name, lead_count, email_count) values ($1, 'local', $2, $3, $3) returning id`,
    [accountId, `List of ${leads}`, leads],
  )
  const listId = rows[0].id
  await database.query(
    `with made as (
      insert into entity (account_id, list_type, entity_key)
      select $1, 'local', 'bench:' || $2::bigint || ':' || n from generate_series(1, $3::int) n returning id
    ), numbered as (select id, row_number() over (order by id) as n, abs(hashint8(id)) as h from made)
    insert into lead (account_id, list_id, entity_id, name, category, phone, website, domain, email, email_state, street, city, region,
      country, lat, lon, business_status, source, provenance)
    select $1, $2, id, ${pick(FIRST, 'h')} || ' ' || ${pick(LAST, 'h / 16')} || ' ' || n, ${pick(CATEGORY, 'h / 7')},
      '+1503' || lpad((h % 10000000)::text, 7, '0'), 'https://www.site' || n || '.example/', 'site' || n || '.example',
      'info@site' || n || '.example', (array['valid','risky','unknown','catch_all'])[1 + h % 4], n % 300 || ' Long Street',
      ${pick(CITY, 'h / 3')}, 'Region ' || h % 20, (array['US','DE','FR','NO','PT'])[1 + (h / 5) % 5], 40 + (h % 1000) / 100.0,
      -120 + (h % 777) / 100.0, 'open', 'bench', '{"default": {"source": "bench", "method": "made", "confidence": 1}}'
    from numbered`,
    [accountId, listId, leads],
  )
  return Number(listId)
}

/** This many customers of an account, each with an owner, a subscription and a wallet, half on each of two plans. */
export async function seedAccounts(database: pg.Pool, sellerId: number, accounts: number): Promise<void> {
  await database.query(
    `with seller as (select * from account where id = $1),
      made as (
        insert into account (parent_id, path, realm_id, name, modules)
        select seller.id, seller.path, seller.realm_id, ${pick(FIRST, 'n')} || ' ' || ${pick(LAST, 'n / 16')} || ' Ltd ' || n, '{leads}'
        from seller, generate_series(1, $2::int) n returning id, realm_id),
      people as (
        insert into app_user (account_id, realm_id, email, first_name, last_name, role)
        select id, realm_id, 'owner' || id || '@site' || id || '.example', 'Ann', 'Berg', 'user' from made),
      wallets as (insert into wallet (account_id, available) select id, 100 from made)
    insert into subscription (account_id, plan_version_id, state, period_end)
    select id, (select id from plan_version order by id limit 1), (array['active','trialing','past_due'])[1 + id % 3],
      now() + (id % 30) * interval '1 day' from made`,
    [sellerId, accounts],
  )
  await database.query('update account set path = path || id where parent_id = $1 and not id = any(path)', [
    sellerId,
  ])
  await database.query('vacuum analyze account, app_user, subscription, wallet')
}

const KINDS = `(array['craft/brewery','shop/bakery','amenity/dentist','tourism/hotel','office/lawyer','shop/florist','amenity/pub',
  'shop/hairdresser','amenity/restaurant','amenity/cafe'])`

/** The number of towns with seeded places, and their positions across the map. */
const TOWNS = 200
const LAT = (town: string) => `(-55 + (${town} * 7919 % 11500) / 100.0)`
const LON = (town: string) => `(-179 + (${town} * 104729 % 35800) / 100.0)`
/** The center of the hundredth town. */
export const SEEDED_TOWN = {
  lat: -55 + ((100 * 7919) % 11_500) / 100,
  lon: -179 + ((100 * 104_729) % 35_800) / 100,
}

/** This many places around the towns: a tenth breweries, two thirds with a website. */
export async function seedPlaces(database: pg.Pool, places: number): Promise<void> {
  await database.query(
    `insert into corpus_source (name, licence) values ('bench', 'CC0') on conflict do nothing`,
  )
  await database.query(
    `insert into corpus_place (source_id, source_key, entity_key, licence, name, category, street, city, country, phone, website, domain, lat, lon)
    select s.id, n::text, 'bench:' || n, 'CC0', 'Place ' || n, ${pick(KINDS, 'h')}, n % 300 || ' Long Street', 'Town ' || town, 'US',
      case when h / 10 % 4 > 0 then '+1503' || lpad((h % 10000000)::text, 7, '0') end,
      case when h / 10 % 3 > 0 then 'https://site' || n || '.example/' end, case when h / 10 % 3 > 0 then 'site' || n || '.example' end,
      ${LAT('town')} + (h / 100 % 991) / 9910.0, ${LON('town')} + (h / 1000 % 983) / 9830.0
    from (select n, abs(hashint8(n)::bigint) as h, abs(hashint8(n * 31)::bigint) % ${TOWNS} as town from generate_series(1, $1::int) n) rows
      cross join corpus_source s where s.name = 'bench' on conflict do nothing`,
    [places],
  )
}

/** This many people, two per account below the platform, each account with a wallet. */
export async function seedUsers(database: pg.Pool, platformId: number, people: number): Promise<void> {
  await database.query(
    `with made as (
      insert into account (parent_id, path, realm_id, name, modules)
      select p.id, p.path, p.realm_id, ${pick(LAST, 'n / 5')} || ' & ' || ${pick(LAST, 'n / 80')} || ' ' || n, '{leads}'
      from account p, generate_series(1, $2::int / 2) n where p.id = $1 returning id, realm_id
    ), paths as (select id, realm_id, row_number() over (order by id) as n from made),
    wallets as (insert into wallet (account_id) select id from made),
    people as (
      insert into app_user (account_id, realm_id, email, first_name, last_name, role, confirmed_at)
      select id, realm_id, 'p' || id || '-' || k || '@site' || n || '.example', ${pick(FIRST, 'n + k')}, ${pick(LAST, 'n / 16')},
        case k when 1 then 'user' else 'related' end, now()
      from paths, generate_series(1, 2) k returning id
    )
    insert into session (user_id, token_hash, expires_at)
    select id, 'bench-' || id, now() + interval '30 days' from people`,
    [platformId, people],
  )
  await database.query(`update account set path = path || id where parent_id = $1 and not id = any(path)`, [
    platformId,
  ])
  await database.query('analyze account, app_user, session, wallet')
}
