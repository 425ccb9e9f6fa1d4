import { Box, Skeleton, Stack } from '@mantine/core'
import { showTraining } from '#contract/ai/ai-training.ts'
import { formatCount } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'

function Whole({ id }: { id: number }) {
  const found = useEndpoint(showTraining, { params: { id } })
  if (found.isError) return <LoadError what="The text" query={found} />
  if (!found.data) return <Skeleton height={240} m={20} role="status" aria-label="Loading the text" />
  const { title, url, text, tokens, passages, instructions } = found.data.data
  return (
    <Stack gap="sm" p={20} className="wrap-anywhere">
      <Box component="h3" fz="lg">
        {title}
      </Box>
      {url && (
        <a href={url} rel="noreferrer noopener" target="_blank">
          {url}
        </a>
      )}
      <Hint>{`${formatCount(tokens, 'token')} · ${formatCount(passages, 'passage')}`}</Hint>
      {instructions.length > 0 && (
        <Notice tone="warning" title="Reads like an instruction to an AI">
          <Box component="ul" my={4} ps={20} style={{ listStyle: 'disc' }}>
            {instructions.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Box>
          It’s kept as text and never followed. Delete it if it isn’t yours.
        </Notice>
      )}
      <Box className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
        {text || 'No text yet.'}
      </Box>
    </Stack>
  )
}

/** The whole text of a training item as the AI reads it. */
export function ItemDrawer(props: {
  id: number | null
  ids: readonly number[]
  onOpen: (id: number | null) => void
}) {
  return (
    <RecordDrawer title="What the AI reads" {...props}>
      {(id) => <Whole id={id} />}
    </RecordDrawer>
  )
}
