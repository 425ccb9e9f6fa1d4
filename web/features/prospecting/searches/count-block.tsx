import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { wordFor } from '#contract/core/plural.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { Hint } from '#web/ui/hint.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { countNotes, type SkippedEntry, skippedLabels } from './count-notes.ts'
import { MissingKey, useMissingKeys } from './missing-key.tsx'
import { websiteFigures } from './search-draft.ts'
import type { Estimate } from './use-estimate.ts'

/** Whether a retry may help: errors of the search itself stay until the form changes. */
const mayPass = (error: unknown): boolean => !(error instanceof ApiError) || error.isTemporary

/** Why a count or price is missing, with a retry where that may help. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Hint role="alert">
      {errorMessage(error)}{' '}
      {mayPass(error) && (
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Hint>
  )
}

/** Shown when the source has no data yet, and who can import some. */
function NoData({ type }: { type: ListTypeId }) {
  const isAdmin = useCan('administer')
  const looks = { variant: 'default', size: 'compact-sm' } as const
  return (
    <Box mih={72} role="status">
      <Hint>
        {`${EMPTY[type] ?? 'There is no data to search yet.'} ${isAdmin ? 'Import some' : 'Ask your administrator to import some'}, or use sample data.`}
        {type === 'people' &&
          ' These work at once: open a list of businesses and choose Get employees, or search another source.'}
      </Hint>
      <Group gap="xs" mt="xs">
        {type === 'people' && (
          <>
            <ButtonLink to="/lead-search/saved-lists" search={{ type: 'local' }} {...looks}>
              Get employees of businesses
            </ButtonLink>
            <ButtonLink to="/integration/sources" {...looks}>
              Connect a source
            </ButtonLink>
          </>
        )}
        {isAdmin && (
          <ButtonLink to="/admin/corpus" {...looks}>
            Import data
          </ButtonLink>
        )}
      </Group>
    </Box>
  )
}

const Notes = ({ notes }: { notes: readonly string[] }) => notes.map((note) => <Hint key={note}>{note}</Hint>)

/** What is known before websites are read: their number. */
function OpenBlock({
  search,
  skipped,
}: {
  search: Record<string, unknown>
  skipped: readonly SkippedEntry[]
}) {
  const { domains, maxEmails } = websiteFigures(search, skipped)
  return (
    <Box mih={72}>
      <Group
        component="p"
        align="baseline"
        wrap="nowrap"
        gap={6}
        mb={4}
        fz={26}
        fw={600}
        lh="32px"
        lts="-0.02em"
        c="var(--app-heading)"
        aria-live="polite"
      >
        {formatNumber(domains)}
        <Text component="span" fz="sm" fw={400} lts={0} c="dimmed">
          {wordFor(domains, ['website', 'websites'])}
        </Text>
      </Group>
      <Notes
        notes={[
          `We count emails as we read the websites. You get up to ${formatNumber(maxEmails)} per website.`,
          ...skippedLabels(skipped),
        ]}
      />
    </Box>
  )
}

const EMPTY: Partial<Record<ListTypeId, string>> = {
  local: 'There’s no business data yet.',
  people: 'There’s no people data yet.',
}

interface FigureProps {
  label: string
  /** Null while loading. */
  value: number | null
  isStale: boolean
}

function Figure({ label, value, isStale }: FigureProps) {
  return (
    <div className="outdated" data-stale={isStale || undefined}>
      <Box component="dt" fz="xs">
        {label}
      </Box>
      <Box component="dd" fz={20} fw={600} lh="28px" lts="-0.02em" c="var(--app-heading)">
        {value === null ? <Skeleton height={20} width={44} my={4} /> : formatNumber(value)}
      </Box>
    </div>
  )
}

/** Total matches and new ones; the latter come with the quote. */
function Counts({ count, quote }: Pick<Estimate, 'count' | 'quote'>) {
  const total = count.data?.data.matched ?? 0
  const figures = quote.data?.data
  const isStale = count.isPlaceholderData
  const saved = figures?.already_saved
  // Nothing to compare, too much to compare, or no quote: show only the total.
  const isAlone = total === 0 || quote.isError || saved === null
  const isOld = isStale || quote.isPlaceholderData
  return (
    <Group
      component="dl"
      align="stretch"
      wrap="nowrap"
      gap={20}
      mb="xs"
      className="numeric"
      aria-live="polite"
    >
      <Figure label="Total" value={total} isStale={isStale} />
      {!isAlone && (
        <>
          <Figure
            label="New to you"
            value={figures && saved !== undefined ? figures.matched - saved : null}
            isStale={isOld}
          />
          <Figure label="Already saved" value={saved ?? null} isStale={isOld} />
        </>
      )}
    </Group>
  )
}

interface CountBlockProps {
  estimate: Pick<Estimate, 'count' | 'quote' | 'checked'>
  /** The search reads websites, so nothing can be counted in advance. */
  open: boolean
  type: ListTypeId
}

/** The free count: matches, new ones, matches without coordinates, and the age of the data. */
export function CountBlock({ estimate, open, type }: CountBlockProps) {
  const { count, quote, checked } = estimate
  const source = checked.ok ? String(checked.search.source) : ''
  const isUnconnected = useMissingKeys([source]).has(source)
  if (!checked.ok) {
    return (
      <Hint>
        {open ? 'Enter at least one domain to see the price.' : 'Fill in the form to see how many match.'}
      </Hint>
    )
  }
  if (isUnconnected) return <MissingKey source={source} />
  if (count.isError) return <Failed error={count.error} onRetry={() => void count.refetch()} />
  if (count.isPending) {
    return (
      <div role="status" aria-label="Counting">
        <Skeleton height={28} width={120} />
        <Skeleton height={10} width={180} mt={10} />
      </div>
    )
  }
  const found = count.data.data
  if (open) return <OpenBlock search={checked.search} skipped={found.skipped} />
  if (found.no_data) return <NoData type={type} />
  return (
    <Box mih={72}>
      {found.certainty !== 'unknown' && <Counts count={count} quote={quote} />}
      <Notes notes={countNotes(found)} />
    </Box>
  )
}
