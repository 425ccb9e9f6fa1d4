import { defineModule } from '#server/platform/module.ts'

export { activeOwner } from './active-owner.ts'
export { READ_VIEWS, TABLES, type Table } from './tables.ts'

export const tablesModule = defineModule({})
