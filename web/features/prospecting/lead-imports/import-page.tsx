import { useQuery } from '@tanstack/react-query'
import { showList } from '#contract/leads/lists.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Wizard } from '#web/ui/wizard.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { ImportResult } from './import-result.tsx'
import { SettingsStep } from './settings-step.tsx'
import { isReady, type LeadImport, RESULT_STEP, STEPS, useLeadImport } from './use-lead-import.ts'

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
  const list = useQuery({
    ...endpointQuery(showList, { params: { id: into?.id ?? 0 } }),
    enabled: into !== undefined,
  })
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
