import { it } from 'vitest'
import { worksOnManyLeads } from './many-leads.ts'

it(
  'changes one list of 50,000 leads and none of the other 950,000',
  () => worksOnManyLeads({ lists: 20, perList: 50_000 }),
  900_000,
)
