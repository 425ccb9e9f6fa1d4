import * as z from 'zod/mini'
import { defineRun } from './define.ts'

/** All data of an account as one archive. */
export const accountExportRun = defineRun({
  kind: 'account_export',
  input: z.object({}),
  counts: { records: 'records' },
  touches: [],
  repeats: true,
  labels: { name: 'Export of all data', history: 'Export of all data' },
  ending: { notify: 'always', fileAt: '/profile-settings/account-data' },
})
