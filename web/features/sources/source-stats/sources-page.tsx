import { Button } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useState } from 'react'
import { readTabValue } from '#web/lib/tab-storage.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BounceImport } from './bounce-import.tsx'
import { BouncesSection } from './bounces-section.tsx'
import { StatsSection } from './stats-section.tsx'

/** Quality of each source on the account's own data, and its bounces. */
export function SourcesPage() {
  // An import started before a reload is still shown.
  const [importing, setImporting] = useState(() => readTabValue('bounce_import') !== null)
  return (
    <>
      <PageHeader
        title="Source quality"
        subtitle="Hit rate, bounces, cost and speed of each source for your account"
        actions={
          <Button
            variant={importing ? 'default' : 'filled'}
            leftSection={importing ? undefined : <IconUpload size={14} stroke={1.75} aria-hidden />}
            aria-expanded={importing}
            onClick={() => setImporting(!importing)}
          >
            {importing ? 'Cancel' : 'Import bounces'}
          </Button>
        }
      />
      {importing && <BounceImport />}
      <StatsSection />
      <BouncesSection onImport={() => setImporting(true)} />
    </>
  )
}
