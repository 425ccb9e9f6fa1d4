import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AreaEstimate } from '#contract/sources/corpus-areas.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { Figure } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { durationLabel, warningOf } from './area-draft.ts'
import classes from './corpus-page.module.css'
import { areaLabel } from './source-labels.ts'

/** Figures of fetching an area; `children` are its actions. */
export function EstimateCard({ estimate, children }: { estimate: AreaEstimate; children: ReactNode }) {
  const warning = warningOf(estimate)
  const figures = [
    ['Places', `about ${formatNumber(estimate.places)}`],
    ['Download', formatBytes(estimate.transfer_bytes)],
    ['Time', durationLabel(estimate.seconds)],
    ['Disk', formatBytes(estimate.disk_bytes)],
  ] as const
  return (
    <section className={classes.estimate} aria-labelledby="area-estimate" aria-live="polite">
      <h2 id="area-estimate">{areaLabel(estimate.label)}</h2>
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
    </section>
  )
}
