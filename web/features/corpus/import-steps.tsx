import { Alert, Button, Stepper } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewImport, startImport } from '#contract/corpus.ts'
import { ApiError, call, errorMessage } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { browserMemory, forgetUpload } from '#web/lib/upload-session.ts'
import { useUpload } from '#web/lib/use-upload.ts'
import { FileUpload } from '#web/ui/file-upload.tsx'
import classes from './corpus-page.module.css'
import { ImportResult } from './import-result.tsx'
import { type Mapping, missingFields, statedMapping } from './mapping.ts'
import { MappingStep } from './mapping-step.tsx'
import { type SourceFacts, SourceStep } from './source-step.tsx'

const NO_FACTS: SourceFacts = { source: '', licence: '', category: '', country: '' }
const STEPS = ['File', 'Columns', 'Source', 'Import']
const SOURCE_STEP = 2
const RESULT_STEP = 3

const optional = (facts: SourceFacts) => ({
  ...(facts.category.trim() ? { category: facts.category.trim() } : {}),
  ...(facts.country.trim() ? { country: facts.country.trim() } : {}),
})

/** The state of one import from the choice of a file to its start. */
function useImport() {
  const [step, setStep] = useState(0)
  const [mapping, setMapping] = useState<Mapping>({})
  const [facts, setFacts] = useState(NO_FACTS)
  const [encoding, setEncoding] = useState('')
  const [runId, setRunId] = useState<number | null>(null)
  const upload = useUpload()
  const progress = upload.progress?.state === 'complete' ? upload.progress : null
  const uploadId = progress?.uploadId ?? ''
  const file = { upload_id: uploadId, ...(encoding ? { encoding } : {}) }
  const preview = useQuery({
    ...endpointQuery(previewImport, { body: file }),
    enabled: uploadId !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (preview.data) setMapping(preview.data.data.mapping)
  }, [preview.data])
  const start = useMutation({
    mutationFn: () =>
      call(startImport, {
        body: {
          ...file,
          source: facts.source,
          licence: facts.licence,
          ...optional(facts),
          mapping: statedMapping(mapping),
        },
        quiet: true,
      }),
    onSuccess: ({ data }) => {
      if (progress) forgetUpload(progress.file, browserMemory)
      setRunId(data.id)
      setStep(RESULT_STEP)
    },
  })
  const again = () => {
    upload.reset()
    start.reset()
    setRunId(null)
    setEncoding('')
    setStep(0)
  }
  return {
    ...{ step, setStep, mapping, setMapping, facts, setFacts, encoding, setEncoding },
    ...{ upload, preview, start, runId, again, uploaded: uploadId !== '' },
  }
}

type Import = ReturnType<typeof useImport>

/** Whether everything a step asks for is there. */
function isReady({ step, uploaded, preview, mapping, facts }: Import): boolean {
  if (step === 0) return uploaded
  if (step === 1) return preview.isSuccess && missingFields(mapping).length === 0
  return facts.source.trim() !== '' && facts.licence.trim() !== ''
}

const fieldsOfError = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {}

/** An error that already stands under an input of the source step need not be told twice. */
const isShownAtField = (error: unknown): boolean => {
  const fields = Object.keys(fieldsOfError(error))
  return fields.length > 0 && fields.every((field) => field in NO_FACTS)
}

function StepContent({ state }: { state: Import }) {
  const { step, upload, preview, mapping, setMapping, encoding, setEncoding, facts, setFacts, start } = state
  if (step === 0) {
    return (
      <FileUpload upload={upload}>
        An upload that was interrupted goes on when the same file is chosen again.
      </FileUpload>
    )
  }
  if (step === 1) {
    return (
      <MappingStep
        preview={preview}
        mapping={mapping}
        onMapping={setMapping}
        encoding={encoding}
        onEncoding={setEncoding}
      />
    )
  }
  if (step === SOURCE_STEP) {
    return <SourceStep facts={facts} onChange={setFacts} errors={fieldsOfError(start.error)} />
  }
  return state.runId === null ? null : <ImportResult runId={state.runId} onAgain={state.again} />
}

/** Imports a file into the open corpus in four steps. */
export function ImportSteps() {
  const state = useImport()
  const { step, setStep, start } = state
  const running = step === RESULT_STEP
  return (
    <section className={classes.import} aria-label="Import a file">
      <Stepper
        active={step}
        size="xs"
        iconSize={24}
        allowNextStepsSelect={false}
        onStepClick={(next) => !running && next < step && setStep(next)}
      >
        {STEPS.map((label) => (
          <Stepper.Step key={label} label={label} />
        ))}
      </Stepper>
      <div className={classes.step}>
        <StepContent state={state} />
        {start.isError && !isShownAtField(start.error) && (
          <Alert color="red" variant="light" role="alert">
            {errorMessage(start.error)}
          </Alert>
        )}
        {!running && (
          <div className={classes.buttons}>
            {step > 0 && (
              <Button variant="default" onClick={() => setStep(step - 1)}>
                Back
              </Button>
            )}
            <Button
              disabled={!isReady(state)}
              loading={start.isPending}
              onClick={() => (step === SOURCE_STEP ? start.mutate() : setStep(step + 1))}
            >
              {step === SOURCE_STEP ? 'Start the import' : 'Continue'}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
