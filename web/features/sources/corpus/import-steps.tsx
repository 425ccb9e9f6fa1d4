import { SegmentedControl } from '@mantine/core'
import { useEffect, useState } from 'react'
import { previewImport, startImport } from '#contract/sources/corpus.ts'
import type { ImportKind } from '#contract/sources/import-kinds.ts'
import { errorMessage } from '#web/lib/api.ts'
import { browserMemory, forgetUpload } from '#web/lib/upload-session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useUpload } from '#web/lib/use-upload.ts'
import { FileUpload } from '#web/ui/file-upload.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Wizard } from '#web/ui/wizard.tsx'
import { ImportResult } from './import-result.tsx'
import { isMapped, type Mapping, statedMapping } from './mapping.ts'
import { MappingStep } from './mapping-step.tsx'
import { SourceStep } from './source-step.tsx'

const NO_FACTS = { source: '', licence: '', category: '', country: '' }
const STEPS = ['File', 'Columns', 'Source', 'Import']
/** Steps for a known layout, whose columns need no mapping. */
const STEPS_OF_LAYOUT = ['File', 'First rows', 'Source', 'Import']
const TABLES = '.csv,.tsv,.txt,text/csv,.json,.ndjson,.jsonl'
const ACCEPTED: Record<ImportKind, string> = {
  places: `${TABLES},.geojson,.geojsonl,.geojsonseq,.geojsons,.pbf,.parquet,.geoparquet`,
  people: TABLES,
}
const FORMATS: Record<ImportKind, string> = {
  places: 'CSV, NDJSON, GeoJSON, OpenStreetMap (.osm.pbf), or Parquet from Overture Maps and Foursquare.',
  people: 'CSV or NDJSON with a name in each row, plus position, company, email and more.',
}
const SOURCE_STEP = 2
const RESULT_STEP = 3

const optional = (facts: typeof NO_FACTS, kind: ImportKind) => ({
  ...(kind === 'places' && facts.category.trim() ? { category: facts.category.trim() } : {}),
  ...(facts.country.trim() ? { country: facts.country.trim() } : {}),
})

/** State of an import, from the choice of a file to its start. */
function useImport() {
  const [step, setStep] = useState(0)
  const [kind, setKind] = useState<ImportKind>('places')
  const [mapping, setMapping] = useState<Mapping>({})
  const [encoding, setEncoding] = useState('')
  const [runId, setRunId] = useState<number | null>(null)
  const upload = useUpload()
  const progress = upload.progress?.state === 'complete' ? upload.progress : null
  const uploadId = progress?.uploadId ?? ''
  const file = { upload_id: uploadId, kind, ...(encoding ? { encoding } : {}) }
  const preview = useEndpoint(
    previewImport,
    { body: file },
    { enabled: uploadId !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  useEffect(() => {
    if (preview.data) setMapping(preview.data.data.mapping)
  }, [preview.data])
  const form = useContractForm(startImport, {
    initial: NO_FACTS,
    // Shown instead: the run's progress
    quiet: true,
    body: ({ source, licence, ...rest }) => ({
      ...file,
      source,
      licence,
      ...optional({ source, licence, ...rest }, kind),
      ...(preview.data?.data.layout === null && { mapping: statedMapping(mapping, kind) }),
    }),
    onSuccess: ({ data }) => {
      if (progress) forgetUpload(progress.file, browserMemory)
      setRunId(data.id)
      setStep(RESULT_STEP)
    },
  })
  const again = () => {
    upload.reset()
    form.restart(NO_FACTS)
    setRunId(null)
    setEncoding('')
    setStep(0)
  }
  return {
    step,
    setStep,
    kind,
    setKind,
    mapping,
    setMapping,
    encoding,
    setEncoding,
    form,
    upload,
    preview,
    runId,
    again,
    uploaded: uploadId !== '',
  }
}

type Import = ReturnType<typeof useImport>

/** Whether a step is complete. */
function isReady({ step, kind, uploaded, preview, mapping, form }: Import): boolean {
  if (step === 0) return uploaded
  if (step === 1) return preview.isSuccess && isMapped(preview.data.data, mapping, kind)
  return form.values.source.trim() !== '' && form.values.licence.trim() !== ''
}

/** Chooses between places and people. */
function KindChoice({ kind, onKind }: { kind: ImportKind; onKind: (kind: ImportKind) => void }) {
  return (
    <SegmentedControl
      size="xs"
      w="fit-content"
      aria-label="File contains"
      data={[
        { value: 'places', label: 'Places' },
        { value: 'people', label: 'People' },
      ]}
      value={kind}
      onChange={(value) => onKind(value as ImportKind)}
    />
  )
}

function StepContent({ state }: { state: Import }) {
  const { step, kind, upload, preview, mapping, setMapping, encoding, setEncoding, form } = state
  if (step === 0) {
    return (
      <>
        <KindChoice kind={kind} onKind={state.setKind} />
        <FileUpload upload={upload} prompt={`Drop a file of ${kind} here`} accept={ACCEPTED[kind]}>
          {`${FORMATS[kind]} If an upload is interrupted, choose the same file again to continue.`}
        </FileUpload>
      </>
    )
  }
  if (step === 1) {
    return (
      <MappingStep
        kind={kind}
        preview={preview}
        mapping={mapping}
        onMapping={setMapping}
        encoding={encoding}
        onEncoding={setEncoding}
      />
    )
  }
  if (step === SOURCE_STEP) {
    const data = preview.data?.data
    return (
      <SourceStep
        form={form}
        kind={kind}
        hasCategories={data?.layout != null || Boolean(mapping.category)}
        suggested={data?.suggested_category ?? null}
      />
    )
  }
  return state.runId === null ? null : <ImportResult runId={state.runId} onAgain={state.again} />
}

/** Imports a file into the business data in four steps. */
export function ImportSteps() {
  const state = useImport()
  const { step, setStep, form } = state
  const running = step === RESULT_STEP
  const steps = state.preview.data?.data.layout ? STEPS_OF_LAYOUT : STEPS
  const isLast = step === SOURCE_STEP
  return (
    <Wizard
      label="Import a file"
      steps={steps}
      step={step}
      onStep={setStep}
      isOver={running}
      canContinue={isReady(state)}
      isBusy={form.busy}
      finish={isLast ? { label: 'Start import', run: () => void form.submit() } : null}
      background="var(--app-surface)"
    >
      <StepContent state={state} />
      {isLast && form.failure !== undefined && <Notice tone="danger">{errorMessage(form.failure)}</Notice>}
    </Wizard>
  )
}
