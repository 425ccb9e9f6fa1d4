import type { CallRecords, Line } from './access-rules.ts'

const ofFile = ({ addressUpload }: CallRecords) => ({ body: { upload_id: addressUpload, type: 'people' } })
const ofRun = ({ leadImport }: CallRecords) => ({ params: { run_id: leadImport } })
const line = { rule: 'leads', scope: 'write', ok: 200, foreign: 'hidden' } as const

export const LEAD_IMPORT_LINES: Record<string, Line> = {
  'leadImports.inspect': { ...line, input: ofFile },
  'leadImports.check': { ...line, input: ofFile },
  'leadImports.start': {
    ...line,
    ok: 201,
    input: ({ addressUpload }) => ({
      body: { upload_id: addressUpload, to: { new_list: 'Imported', type: 'people' } },
    }),
  },
  'leadImports.result': { ...line, scope: 'read', input: ofRun },
  'leadImports.rejectedFile': { ...line, scope: 'export', input: ofRun },
}
