import { Box, SimpleGrid, Text, Title } from '@mantine/core'
import { type AiText, aiTexts } from '#contract/ai/ai-text.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { textName } from './ai-labels.ts'
import { Sentences } from './sentences.tsx'

const MAX_TEXTS = 200

function Row({ name, texts, side }: { name: string; texts: readonly AiText[]; side: boolean }) {
  return (
    <Box component="section" py="xs" style={{ borderTop: 'var(--app-line)' }} aria-label={name}>
      <Title order={3} mb={4}>
        {name}
      </Title>
      <SimpleGrid cols={side ? { base: 1, sm: 2 } : 1} spacing={20} verticalSpacing="sm">
        {texts.map((text) => (
          <div key={text.id}>
            <Title order={4} mb={4} {...(side ? { fz: 'xs', c: 'dimmed' } : {})}>
              {side ? `Version ${text.version || 'default'}` : textName(text)}
            </Title>
            <Sentences text={text} />
          </div>
        ))}
      </SimpleGrid>
    </Box>
  )
}

/** Scrolls to the preview once it is ready. */
const bringIntoView = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'start' })

/** Preview texts of each row, with their cost; two versions side by side. */
export function PreviewResult({ runId, side = false }: { runId: number; side?: boolean }) {
  const followed = useFollowedRun(runId)
  const run = followed.data?.data
  const isOver = run !== undefined && !isRunActive(run)
  const found = useEndpoint(aiTexts, { query: { run_id: runId, limit: MAX_TEXTS } }, { enabled: isOver })
  const failed = followed.error ?? found.error
  if (failed) return <LoadError what="The preview" query={{ error: failed, refetch: found.refetch }} />
  if (!run || !found.data)
    return (
      <Text c="dimmed" role="status">
        {run ? `Writing: ${formatNumber(run.done)} of ${formatNumber(run.total ?? 0)}` : 'Writing a preview'}
      </Text>
    )
  const byLead = Map.groupBy(found.data.data, ({ lead_id }) => lead_id)
  return (
    <Box component="section" style={{ scrollMarginTop: '64px' }} aria-label="Preview" ref={bringIntoView}>
      {run.state === 'failed' && run.error && <Notice tone="danger">{run.error.message}</Notice>}
      <Text c="dimmed" role="status">
        {`Preview only, no leads changed. ${formatNumber(run.counts.tokens ?? 0)} tokens, ${run.cost === 0 ? 'free' : formatCredits(run.cost)}.`}
      </Text>
      {[...byLead].map(([id, texts]) => (
        <Row key={id} name={texts[0]?.lead_name ?? 'No name'} texts={texts} side={side} />
      ))}
    </Box>
  )
}
