export { READ_VIEWS, TABLES, type Table } from './tables.ts'
