import { Button, NativeSelect } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { showList } from '#contract/leads/lists.ts'
import { sampleCsv } from '#contract/prospecting/lead-import-samples.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { saveText } from '#web/lib/save-text.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { FileUpload } from '#web/ui/file-upload.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Wizard } from '#web/ui/wizard.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { ImportResult } from './import-result.tsx'
import classes from './lead-import.module.css'
import { SettingsStep } from './settings-step.tsx'
import { isReady, type LeadImport, RESULT_STEP, STEPS, useLeadImport } from './use-lead-import.ts'

const ACCEPTED =
  '.csv,.tsv,.txt,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Chooses the lead type and the file. */
function FileStep({ state }: { state: LeadImport }) {
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
          leftSection={<IconDownload aria-hidden />}
          onClick={() => saveText(`sample-${type}.csv`, sampleCsv(type), 'text/csv;charset=utf-8')}
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

const SETTINGS_STEP = 3

function StepContent({ state }: { state: LeadImport }) {
  const { step, runId, settings, again } = state
  if (step === 0) return <FileStep state={state} />
  if (step === 1) return <ColumnsStep state={state} />
  if (step === 2) return <CheckStep state={state} />
  if (step === SETTINGS_STEP) return <SettingsStep state={state} />
  return runId === null ? null : (
    <ImportResult runId={runId} opensAtOnce={settings.findEmails} onAgain={again} />
  )
}

/** Imports leads from a file in five steps. */
export function ImportPage() {
  const state = useLeadImport()
  const { step, setStep, into, start } = state
  const list = useEndpoint(showList, { params: { id: into?.id ?? 0 } }, { enabled: into !== undefined })
  const isOver = step === RESULT_STEP
  return (
    <>
      <PageHeader
        title="Import leads"
        subtitle={into ? (list.data?.data.name ?? '\u00a0') : undefined}
        back={
          into
            ? { to: `/saved-lists/${listRef(into.type, into.id)}`, label: 'Back to the list' }
            : { to: '/lead-search/saved-lists', label: 'Back to Saved Lists' }
        }
      />
      <Wizard
        label="Import leads"
        steps={STEPS}
        step={step}
        onStep={setStep}
        isOver={isOver}
        canContinue={isReady(state)}
        isBusy={start.isPending}
        finish={step === SETTINGS_STEP ? { label: 'Import leads', run: () => start.mutate() } : null}
      >
        <StepContent state={state} />
      </Wizard>
    </>
  )
}
