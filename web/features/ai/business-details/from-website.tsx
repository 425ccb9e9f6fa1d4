import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { suggestBusinessDetails } from '#contract/ai/business-details.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { problemLabel } from '#web/lib/problem-labels.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './business-profile.module.css'
import { effectOf, LABELS, type ProfileValues } from './profile-values.ts'

type Found = Reply<typeof suggestBusinessDetails>['data']
type Suggestion = Found['suggestions'][number]

interface FromWebsiteProps {
  values: ProfileValues
  /** Takes one value into the form; nothing is saved yet. */
  onUse: (change: Partial<ProfileValues>) => void
}

function SuggestionLine({ suggestion, values, onUse }: FromWebsiteProps & { suggestion: Suggestion }) {
  const { field, value, page } = suggestion
  const label = LABELS[field]
  const effect = effectOf(suggestion, values)
  return (
    <li className={classes.suggestion}>
      <div className={classes.words}>
        <span className={classes.label}>{label}</span>
        <span className={classes.value}>{value}</span>
        <span className={classes.source}>
          {'From '}
          <Anchor href={page} target="_blank" rel="noopener noreferrer" inherit>
            {page}
          </Anchor>
        </span>
      </div>
      {effect === 'same' ? (
        <span className={classes.used}>In use</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={`${effect === 'fills' ? 'Use' : 'Replace'}: ${label}`}
          onClick={() => onUse({ [field]: value })}
        >
          {effect === 'fills' ? 'Use' : 'Replace'}
        </Button>
      )}
    </li>
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
      <p className={classes.hint}>
        {`Found on ${pages} ${pages === 1 ? 'page' : 'pages'}. Choose what’s right. Nothing is saved until you select “Save profile”.`}
      </p>
      <ul className={classes.suggestions} aria-label="Found on the website">
        {suggestions.map((suggestion) => (
          <SuggestionLine key={suggestion.field} suggestion={suggestion} {...rest} />
        ))}
      </ul>
    </div>
  )
}

/** Reads the business's own website on request, and offers each value with the page it came from. */
export function FromWebsite(props: FromWebsiteProps) {
  const website = props.values.website.trim()
  const read = useMutation({
    mutationFn: () => call(suggestBusinessDetails, { body: { website }, quiet: 'errors' }),
  })
  return (
    <Stack gap={12}>
      <div className={classes.ask}>
        <Button variant="default" loading={read.isPending} disabled={!website} onClick={() => read.mutate()}>
          Fill in from website
        </Button>
        <span className={classes.hint}>{website ? 'Reads up to 6 pages' : 'Enter the website first'}</span>
      </div>
      {read.isError && <Notice tone="danger">{errorMessage(read.error)}</Notice>}
      {read.data && <FoundValues found={read.data.data} {...props} />}
    </Stack>
  )
}
