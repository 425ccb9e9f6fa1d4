import { sql } from 'kysely'

/**
 * Whether an account is this one or below it, through the index `account_below`. `id = any(path)` reads every account
 * of the installation instead.
 * @param path the column of the query with the account's path, such as `a.path`
 */
export const inTreeOf = (accountId: number, path: string) =>
  sql<boolean>`${sql.ref(path)} @> array[${accountId}]::bigint[]`
