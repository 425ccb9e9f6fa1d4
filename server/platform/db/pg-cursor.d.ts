/** The package ships no types; the query builder only hands the class on. */
declare module 'pg-cursor' {
  const Cursor: import('kysely').PostgresDialectConfig['cursor']
  export default Cursor
}
