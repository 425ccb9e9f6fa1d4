/** The package ships no types; the query builder only passes the class on. */
declare module 'pg-cursor' {
  const Cursor: import('kysely').PostgresDialectConfig['cursor']
  export default Cursor
}
