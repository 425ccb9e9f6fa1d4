import { Box, SegmentedControl, Skeleton, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  getPhones,
  quoteWaterfall,
  startWaterfall,
  type WaterfallQuote,
} from '#contract/prospecting/waterfalls.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import type { LeadDialogProps, LeadRequest } from '#web/lib/lead-actions.ts'
import { agreedPrice, useQuotedStart } from '#web/lib/quoted-start.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { SumLine } from '#web/ui/facts.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { QuoteForm } from '#web/ui/quote-form.tsx'
import { DryRun } from './dry-run.tsx'
import { mayStart, skippedLabels, startLabel, WANT_LABELS } from './waterfall-labels.ts'
import classes from './waterfalls.module.css'

interface WaterfallOptions {
  want: Want
  mobileOnly: boolean
}

const spanLabel = ({ min, expected, max }: WaterfallQuote['credits']): string =>
  min === max ? formatNumber(max) : `About ${formatNumber(expected)} (at most ${formatNumber(max)})`

const ofPhones = ({ want, mobileOnly }: WaterfallOptions) =>
  want === 'phone' ? { mobile_only: mobileOnly } : {}

function Figures({ quote }: { quote: WaterfallQuote }) {
  const left = skippedLabels(quote.skipped)
  return (
    <>
      <Box component="dl" pt="xs" className="numeric" style={{ borderTop: 'var(--app-line)' }}>
        <SumLine label="Leads looked up">{formatNumber(quote.eligible)}</SumLine>
        {left.length > 0 && <SumLine label="Skipped">{left.join(', ')}</SumLine>}
        <SumLine label="Found">{spanLabel(quote.found)}</SumLine>
        <SumLine label="Credits">{quote.credits.max === 0 ? 'Free' : spanLabel(quote.credits)}</SumLine>
        {quote.credits.max > 0 && <SumLine label="Available">{formatCredits(quote.available)}</SumLine>}
      </Box>
      <ol className={classes.order} aria-label="Source order">
        {quote.steps.map((step) => (
          <li key={step.source} data-off={!step.is_ready || undefined}>
            <span>{step.label}</span>
            <span>
              {step.is_ready
                ? step.price === 0
                  ? 'free'
                  : `${formatCredits(step.price)} per value`
                : 'not connected'}
            </span>
          </li>
        ))}
      </ol>
      <Text c="dimmed">
        {quote.basis === 'history'
          ? 'Estimate based on your past results.'
          : 'Estimate based on typical results.'}{' '}
        Misses are free. <Link to="/lead-search/waterfall">Change the order</Link>
      </Text>
      {quote.steps.some(({ is_ready }) => !is_ready) && (
        <Text c="dimmed">
          More sources find more. <Link to="/integration/sources">Connect one with a key</Link>. Values found
          with your own key cost no credits.
        </Text>
      )}
    </>
  )
}

/** Starts the lookup once, however often the button is pressed. */
const useStart = ({ target, selection }: LeadRequest, options: WaterfallOptions) =>
  useQuotedStart(quoteWaterfall, ({ quote, isDry }: { quote: WaterfallQuote; isDry: boolean }, keyFor) => {
    const paid = { selection, ...ofPhones(options), ...(!isDry && agreedPrice(quote)) }
    // Shown instead: a toast of its own and the run's progress; a dry run's result in the dialog
    const shared = { params: target, quiet: true, idempotencyKey: keyFor({ target, options, paid, isDry }) }
    if (options.want === 'phone' && !isDry) return call(getPhones, { ...shared, body: paid })
    return call(startWaterfall, { ...shared, body: { ...paid, want: options.want, dry_run: isDry } })
  })

function Options({
  options,
  fixed,
  onChange,
}: {
  options: WaterfallOptions
  fixed: boolean
  onChange: (next: WaterfallOptions) => void
}) {
  return (
    <>
      {!fixed && (
        <SegmentedControl
          fullWidth
          aria-label="Look up"
          value={options.want}
          onChange={(want) => onChange({ ...options, want: want as Want })}
          data={(['email', 'phone', 'profile'] as const).map((want) => ({
            value: want,
            label: WANT_LABELS[want].title,
          }))}
        />
      )}
      {options.want === 'phone' && (
        <Switch
          label="Mobile numbers only"
          checked={options.mobileOnly}
          onChange={(event) => onChange({ ...options, mobileOnly: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

function WaterfallForm({ leadRequest, fixed, ...props }: LeadDialogProps & { fixed: Want | null }) {
  const { opened, onClose, onStarted } = props
  const [options, setOptions] = useState<WaterfallOptions>({ want: fixed ?? 'email', mobileOnly: false })
  const [dryRun, setDryRun] = useState<{ runId: number; want: Want } | null>(null)
  const { target, selection } = leadRequest
  const quote = usePagedQuery(
    quoteWaterfall,
    {
      body: { want: options.want, type: target.type, list_id: target.id, selection, ...ofPhones(options) },
    },
    { enabled: opened, gcTime: 0 },
  )
  const start = useStart(leadRequest, options)
  const figures = quote.data?.data
  const isSettled = quote.isSuccess && !quote.isPlaceholderData && figures?.want === options.want
  const isReady = isSettled && figures !== undefined && mayStart(figures)
  const begin = (isDry: boolean) => {
    if (!figures) return
    start.mutate(
      { quote: figures, isDry },
      {
        onSuccess: ({ data }) => {
          if (isDry) return setDryRun({ runId: data.run.id, want: options.want })
          onStarted({ runId: data.run.id, listId: data.list_id })
          onClose()
        },
      },
    )
  }
  return (
    <QuoteForm
      count={leadRequest.count}
      about="Sources are tried in order until one has a matching value."
      quote={quote}
      start={start}
      isReady={isReady}
      startLabel={startLabel(options.want, isSettled ? figures : undefined)}
      onStart={begin}
      trial={{ label: 'Test 10 leads', title: 'Nothing is changed or charged' }}
      onClose={onClose}
      options={<Options options={options} fixed={fixed !== null} onChange={setOptions} />}
    >
      {quote.isPending && <Skeleton height={160} aria-label="Calculating the price" />}
      {figures && <Figures quote={figures} />}
      {dryRun !== null && <DryRun runId={dryRun.runId} want={dryRun.want} />}
    </QuoteForm>
  )
}

/** Dialog of a waterfall with quote, trial on ten leads, and start. */
const waterfallDialog = (title: string, fixed: Want | null) =>
  formDialog(title, 520, (props: LeadDialogProps) => <WaterfallForm {...props} fixed={fixed} />)

export const WaterfallDialog = waterfallDialog('Waterfall', null)
export const GetPhonesDialog = waterfallDialog('Get phones', 'phone')
export const EnrichInfluencersDialog = waterfallDialog('Enrich', 'details')
