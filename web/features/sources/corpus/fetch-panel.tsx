import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { OVERTURE } from '#contract/sources/corpus-area-shapes.ts'
import { type AreaEstimate, estimateArea, fetchArea } from '#contract/sources/corpus-areas.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { userUnit } from '#web/lib/distance.ts'
import { formatBytes, formatCount, formatNumber } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { Band } from '#web/ui/band.tsx'
import { Card } from '#web/ui/card.tsx'
import { Figure } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type AreaBody, bodyOfDraft, durationLabel, findWarning, missingSides } from './area-draft.ts'
import { AreaFields, type FetchDraft } from './area-fields.tsx'
import { areaLabel } from './source-labels.ts'
import { SourceRun } from './source-run.tsx'

/** Figures of fetching an area; `children` are its actions. */
function EstimateCard({ estimate, children }: { estimate: AreaEstimate; children: ReactNode }) {
  const warning = findWarning(estimate)
  const figures = [
    ['Places', `about ${formatNumber(estimate.places)}`],
    ['Download', formatBytes(estimate.transfer_bytes)],
    ['Time', durationLabel(estimate.seconds)],
    ['Disk', formatBytes(estimate.disk_bytes)],
  ] as const
  return (
    <Card
      component="section"
      align="flex-start"
      gap="sm"
      maw={880}
      mt={20}
      aria-labelledby="area-estimate"
      aria-live="polite"
    >
      <Box component="h2" fz="sm" id="area-estimate">
        {areaLabel(estimate.label)}
      </Box>
      <SimpleGrid
        component="dl"
        minColWidth={120}
        autoFlow="auto-fit"
        spacing="lg"
        verticalSpacing="sm"
        w="100%"
      >
        {figures.map(([term, value]) => (
          <Figure key={term} label={term}>
            {estimate.places === 0 && term === 'Places' ? 'none' : value}
          </Figure>
        ))}
      </SimpleGrid>
      <Text c="dimmed" className="numeric">
        {`Release ${estimate.release} · ${estimate.files.length} of ${estimate.files_in_release} files`}
        <br />
        {`License ${estimate.licence}. Show “${estimate.attribution}” where you publish it.`}
      </Text>
      {warning && <Notice tone="warning">{warning}</Notice>}
      {children}
    </Card>
  )
}

const EMPTY_DRAFT: FetchDraft = {
  by: 'place',
  near: '',
  radius_km: 25,
  source: OVERTURE.source,
  west: '',
  south: '',
  east: '',
  north: '',
}

/** An estimate, with the request that fetches exactly that. */
interface Offer {
  area: AreaBody
  source: string
  estimate: AreaEstimate
}

function useFetch(onStarted: (runId: number) => void) {
  const intent = useIntentKey()
  return useMutation({
    mutationFn: ({ area, source, estimate }: Offer) => {
      const body = { ...area, source, release: estimate.release }
      return call(fetchArea, { body, idempotencyKey: intent.keyFor(body), quiet: 'errors' })
    },
    onSuccess: ({ data }) => {
      intent.forget()
      onStarted(data.id)
    },
  })
}

/** Fetches an area of Overture Maps: area, estimate, and progress. */
export function FetchPanel() {
  const [offer, setOffer] = useState<Offer | null>(null)
  const [runId, setRunId] = useState<number | null>(null)
  const fetching = useFetch(setRunId)
  const form = useContractForm(estimateArea, {
    initial: EMPTY_DRAFT,
    // Shown instead: the run's progress
    quiet: true,
    body: (draft) => bodyOfDraft(draft, userUnit()),
    check: missingSides,
    onSuccess: ({ data }, draft) => {
      fetching.reset()
      const source = draft.source.trim() || OVERTURE.source
      setOffer({ area: bodyOfDraft(draft, userUnit()), source, estimate: data })
    },
  })
  const again = () => {
    setOffer(null)
    setRunId(null)
  }
  if (runId !== null)
    return (
      <Band bg="var(--app-surface)" aria-label="Fetch places">
        <SourceRun runId={runId} doneLabel="Fetch another area" onDone={again} />
      </Band>
    )
  return (
    <Band bg="var(--app-surface)" aria-label="Fetch places">
      <form
        {...form.props}
        onInput={() => {
          form.props.onInput()
          setOffer(null)
        }}
      >
        <Stack maw={880}>
          <Text c="dimmed" className="numeric">
            {`Businesses and other places from ${OVERTURE.label}, under ${OVERTURE.licence}. See the size of an area before you fetch it.`}
          </Text>
          <AreaFields form={form} />
          {form.failure !== undefined && <Notice tone="danger">{errorMessage(form.failure)}</Notice>}
          <Group gap="xs">
            <Button type="submit" variant={offer ? 'default' : 'filled'} loading={form.busy}>
              Estimate
            </Button>
          </Group>
        </Stack>
      </form>
      {offer && (
        <EstimateCard estimate={offer.estimate}>
          {fetching.isError && <Notice tone="danger">{errorMessage(fetching.error)}</Notice>}
          <Button
            disabled={offer.estimate.places === 0}
            loading={fetching.isPending}
            onClick={() => fetching.mutate(offer)}
          >
            {offer.estimate.places === 0
              ? 'Nothing to fetch'
              : `Fetch ${formatCount(offer.estimate.places, 'place')}`}
          </Button>
        </EstimateCard>
      )}
    </Band>
  )
}
