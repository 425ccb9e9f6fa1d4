import { useState } from 'react'
import type { EnrichAction } from '#contract/prospecting/enrichment.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { QuoteForm } from '#web/ui/quote-form.tsx'
import { DEFAULT_OPTIONS, EmployeeOptionsFields } from './employee-options.tsx'
import { ACTION_LABELS, mayStart, startLabel } from './enrich-labels.ts'
import { QuoteFigures } from './quote-figures.tsx'
import { type EnrichSelection, useEnrichQuote, useStartEnrich } from './use-enrich.ts'

interface EnrichFormProps extends Omit<LeadDialogProps, 'leadRequest'> {
  leadRequest: EnrichSelection
}

function EnrichForm({ leadRequest, opened, onClose, onStarted }: EnrichFormProps) {
  const { action, count } = leadRequest
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  const { quote, settled } = useEnrichQuote(leadRequest, options, opened)
  const start = useStartEnrich((started) => {
    onStarted(started)
    onClose()
  })
  const figures = quote.data?.data
  return (
    <QuoteForm
      count={count}
      about={ACTION_LABELS[action].about}
      quote={quote}
      start={start}
      isReady={settled && figures !== undefined && mayStart(figures)}
      startLabel={startLabel(action, figures)}
      onStart={() => figures && start.mutate({ leadRequest, options, quote: figures })}
      onClose={onClose}
      options={
        action === 'get-employees' && (
          <EmployeeOptionsFields value={options} onChange={setOptions} sources={figures?.sources ?? []} />
        )
      }
    >
      <QuoteFigures quote={quote} />
    </QuoteForm>
  )
}

/** Dialog of an enrichment with its quote and options. */
const enrichDialog = (action: EnrichAction) =>
  formDialog(ACTION_LABELS[action].title, 480, (props: LeadDialogProps) => (
    <EnrichForm {...props} leadRequest={{ ...props.leadRequest, action }} />
  ))

export const FindEmailsDialog = enrichDialog('find-emails')
export const GetEmployeesDialog = enrichDialog('get-employees')
export const CheckWebsitesDialog = enrichDialog('check-websites')
export const VerifyDialog = enrichDialog('verify')
