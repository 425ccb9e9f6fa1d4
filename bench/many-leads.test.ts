import { it } from 'vitest'
import { worksOnManyLeads } from './many-leads.ts'

it('changes one list of 600 leads and none of two others', () => worksOnManyLeads({ lists: 3, perList: 600 }))
