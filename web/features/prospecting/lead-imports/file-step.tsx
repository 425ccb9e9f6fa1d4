import { Button, NativeSelect } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { sampleCsv } from '#contract/prospecting/lead-import-samples.ts'
import { FileUpload } from '#web/ui/file-upload.tsx'
import classes from './lead-import.module.css'
import type { LeadImport } from './use-lead-import.ts'

const ACCEPTED =
  '.csv,.tsv,.txt,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads a text as a file, without a request. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  URL.revokeObjectURL(url)
}

/** Chooses the lead type and the file. */
export function FileStep({ state }: { state: LeadImport }) {
  const { type, into, upload } = state
  return (
    <>
      <div className={classes.row}>
        {!into && (
          <NativeSelect
            label="Lead type"
            data={LIST_TYPE_IDS.map((id) => ({ value: id, label: LIST_TYPES[id].label }))}
            value={type}
            onChange={(event) => state.setType(event.currentTarget.value as ListTypeId)}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
          onClick={() => save(`sample-${type}.csv`, sampleCsv(type))}
        >
          Download sample file
        </Button>
      </div>
      <FileUpload upload={upload} prompt="Drop a CSV or Excel file here" accept={ACCEPTED}>
        CSV or Excel (.xlsx), also exports of Apollo, Hunter and GoHighLevel. Importing is free.
      </FileUpload>
    </>
  )
}
