import { Box, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Reply } from '#contract/core/endpoint.ts'
import { stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import { nextAutopilotRuns, tryAutopilot } from '#contract/prospecting/autopilots.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCredits, formatMomentIn, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { SumLine } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './autopilot.module.css'
import { autopilotBody, type FormValues, scheduleBody } from './form-values.ts'

function NextRuns({ values }: { values: FormValues }) {
  const isWhole = /^\d\d:\d\d$/.test(values.at)
  const found = useEndpoint(
    nextAutopilotRuns,
    { body: scheduleBody(values) },
    { enabled: isWhole, placeholderData: (before) => before },
  )
  const { time_zone, next_runs } = found.data?.data ?? { time_zone: values.time_zone, next_runs: [] }
  return (
    <section aria-labelledby="next-runs">
      <h2 id="next-runs">Next runs</h2>
      {found.isError ? (
        <Text mb="xs" c="dimmed">
          {errorMessage(found.error)}
        </Text>
      ) : (
        <Box component="ol" ps={20} className="numeric" style={{ listStyle: 'decimal' }}>
          {next_runs.map((run) => (
            <li key={run}>{formatMomentIn(time_zone, run)}</li>
          ))}
        </Box>
      )}
    </section>
  )
}

const upTo = ({ expected, max }: { expected: number; max: number }): string =>
  max === 0
    ? 'Free'
    : expected === max
      ? formatCredits(max)
      : `About ${formatNumber(expected)}, up to ${formatCredits(max)}`

function Figures({ data }: { data: Reply<typeof tryAutopilot>['data'] }) {
  const lines: [string, string][] = [
    ['Matches', formatNumber(data.matched)],
    ['Already in your lists', formatNumber(data.already_in_lists)],
    ['New leads', formatNumber(data.leads.expected)],
    ['Search', upTo(data.search_credits)],
    ...data.steps.map(({ step, credits }): [string, string] => [stepDefinition(step).label, upTo(credits)]),
    ['One run', upTo(data.credits)],
    ['Credits available', formatNumber(data.available)],
  ]
  return (
    <>
      <dl className="numeric">
        {lines.map(([label, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may occur twice
          <SumLine key={`${label}-${at}`} label={label}>
            {value}
          </SumLine>
        ))}
      </dl>
      {data.is_exhausted && (
        <Notice tone="warning">All matches are already in your lists. Widen the search.</Notice>
      )}
    </>
  )
}

function DryRun({ values }: { values: FormValues }) {
  const { cap, only_new, steps } = autopilotBody(values)
  const list_id = values.list_id as number
  const preview = useMutation({
    mutationFn: () =>
      // Shown instead: nothing: it only reads; errors are beside the figures
      call(tryAutopilot, { body: { list_id, cap, only_new, steps }, read: true, quiet: true }),
  })
  return (
    <section aria-labelledby="dry-run">
      <h2 id="dry-run">Dry run</h2>
      <Text mb="xs" c="dimmed">
        See what one run would find and cost now. Nothing is saved or charged.
      </Text>
      <div role="status">
        {preview.data && <Figures data={preview.data.data} />}
        {preview.isError && <Notice tone="danger">{errorMessage(preview.error)}</Notice>}
      </div>
      <Button
        variant="default"
        mt={8}
        loading={preview.isPending}
        disabled={values.list_id === null}
        onClick={() => preview.mutate()}
      >
        {preview.data ? 'Try again' : 'Start dry run'}
      </Button>
    </section>
  )
}

/** Preview of an autopilot while it is edited: its next runs, and a dry run. */
export function AutopilotPreview({ values }: { values: FormValues }) {
  return (
    <aside className={classes.aside} aria-label="Preview">
      <NextRuns values={values} />
      <DryRun values={values} />
    </aside>
  )
}
