import { Anchor, Box, Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { suggestBusinessDetails } from '#contract/ai/business-details.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { counted } from '#contract/core/plural.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { problemLabel } from '#web/lib/problem-labels.ts'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { findEffect, LABELS, type ProfileValues } from './profile-values.ts'

type Found = Reply<typeof suggestBusinessDetails>['data']
type Suggestion = Found['suggestions'][number]

interface FromWebsiteProps {
  values: ProfileValues
  /** Copies one value into the form without saving. */
  onUse: (change: Partial<ProfileValues>) => void
}

function SuggestionLine({ suggestion, values, onUse }: FromWebsiteProps & { suggestion: Suggestion }) {
  const { field, value, page } = suggestion
  const label = LABELS[field]
  const effect = findEffect(suggestion, values)
  return (
    <Group component="li" align="flex-start" wrap="nowrap" gap="sm" py={10} px="sm" className="divided">
      <Stack gap={2} flex={1} miw={0}>
        <Hint component="span">{label}</Hint>
        <Box component="span" className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
          {value}
        </Box>
        <Hint component="span">
          {'From '}
          <Anchor href={page} target="_blank" rel="noopener noreferrer" inherit>
            {page}
          </Anchor>
        </Hint>
      </Stack>
      {effect === 'same' ? (
        <Hint component="span" py={6}>
          In use
        </Hint>
      ) : (
        <Button
          variant="default"
          aria-label={`${effect === 'fills' ? 'Use' : 'Replace'}: ${label}`}
          onClick={() => onUse({ [field]: value })}
        >
          {effect === 'fills' ? 'Use' : 'Replace'}
        </Button>
      )}
    </Group>
  )
}

function FoundValues({ found, ...rest }: FromWebsiteProps & { found: Found }) {
  const { suggestions, problem, moved_to: movedTo, pages } = found
  if (problem) {
    const { why, todo } = problemLabel(problem, movedTo)
    return <Notice tone="warning" focus>{`${why} ${todo}`}</Notice>
  }
  if (suggestions.length === 0)
    return (
      <Notice tone="warning" focus>
        We found nothing on the website. Fill in the fields yourself.
      </Notice>
    )
  return (
    <div role="status">
      <Hint>
        {`Found on ${counted(pages, 'page')}. Choose what’s right. Nothing is saved until you select “Save profile”.`}
      </Hint>
      <Frame component="ul" mt="xs" aria-label="Found on the website">
        {suggestions.map((suggestion) => (
          <SuggestionLine key={suggestion.field} suggestion={suggestion} {...rest} />
        ))}
      </Frame>
    </div>
  )
}

/** Reads the company website on request, and offers each value with its page. */
export function FromWebsite(props: FromWebsiteProps) {
  const website = props.values.website.trim()
  const read = useMutation({
    mutationFn: () => call(suggestBusinessDetails, { body: { website }, quiet: 'errors' }),
  })
  return (
    <Stack gap={12}>
      <Group gap={10}>
        <Button variant="default" loading={read.isPending} disabled={!website} onClick={() => read.mutate()}>
          Fill in from website
        </Button>
        <Hint component="span">{website ? 'Reads up to 6 pages' : 'Enter the website first'}</Hint>
      </Group>
      {read.isError && <Notice tone="danger">{errorMessage(read.error)}</Notice>}
      {read.data && <FoundValues found={read.data.data} {...props} />}
    </Stack>
  )
}
