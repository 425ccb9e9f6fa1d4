import { Button } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useState } from 'react'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ImportSteps } from './import-steps.tsx'
import { SourcesTable } from './sources-table.tsx'

/** The open corpus that searches for places and people draw from: its sources, and importing into it. */
export function CorpusPage() {
  const [importing, setImporting] = useState(false)
  return (
    <>
      <PageHeader
        title="Open corpus"
        subtitle="Places and people that every account can search"
        actions={
          <Button
            variant={importing ? 'default' : 'filled'}
            leftSection={importing ? undefined : <IconUpload size={14} stroke={1.75} aria-hidden />}
            aria-expanded={importing}
            onClick={() => setImporting(!importing)}
          >
            {importing ? 'Close import' : 'Import a file'}
          </Button>
        }
      />
      {importing && <ImportSteps />}
      <SourcesTable />
    </>
  )
}
