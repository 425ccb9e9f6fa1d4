import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { partLabel } from '#contract/admin/kit-part-names.ts'
import type { RolloutPreview } from '#contract/admin/kit-rollouts.ts'
import { diffKit, type KitChange } from '#contract/admin/kits.ts'
import { showKitVersion } from '#contract/admin/stored-kits.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TextBlock } from '#web/ui/text-block.tsx'
import { formatContent, versionLabel } from './kit-labels.ts'
import { SettingNames } from './setting-names.tsx'

const number = (pick: keyof RolloutPreview['counts']) => (row: RolloutPreview) =>
  row.problem === null ? row.counts[pick] : '–'

export const PREVIEW_COLUMNS: readonly Column<RolloutPreview>[] = [
  { id: 'account', label: 'Account', card: 'title', wrap: '240px', cell: ({ account }) => account },
  {
    id: 'version',
    label: 'Has now',
    cell: ({ version }) => (version === null ? '–' : versionLabel(version)),
  },
  { id: 'added', label: 'Added', align: 'end', cell: number('added') },
  { id: 'changed', label: 'Changed', align: 'end', cell: number('changed') },
  { id: 'removed', label: 'Removed', align: 'end', cell: number('removed') },
  {
    id: 'conflicts',
    label: 'Own changes',
    title: 'What the account has changed itself',
    align: 'end',
    cell: number('conflicts'),
  },
  {
    id: 'result',
    label: 'Result',
    wrap: '280px',
    cell: ({ problem, counts }) => {
      if (problem !== null)
        return (
          <>
            <StateBadge state="failed" label="Not possible" />
            <Hint>{problem}</Hint>
          </>
        )
      const same = counts.added + counts.changed + counts.removed + counts.conflicts === 0
      return same ? (
        <StateBadge state="unchecked" label="Nothing to do" />
      ) : (
        <StateBadge state="succeeded" label="Possible" />
      )
    },
  },
]

const OUTCOMES = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  conflict: 'Changed by the account itself',
} as const

const isShown = ({ outcome }: KitChange): boolean => outcome in OUTCOMES

function Change({ change }: { change: KitChange }) {
  const { part, name, outcome, before, after } = change
  const sides = [
    { label: 'Now', content: before, none: 'Not there' },
    { label: 'With the kit', content: after, none: 'Not in the kit' },
  ]
  return (
    <div>
      <Text component="h2" fz="sm" fw={600}>
        {`${partLabel(part)}: ${name}`}
      </Text>
      <Hint>{OUTCOMES[outcome as keyof typeof OUTCOMES]}</Hint>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={4}>
        {sides.map(({ label, content, none }) => (
          <div key={label}>
            <Hint>{label}</Hint>
            <TextBlock
              label={`${name}: ${label}`}
              text={content === undefined || content === null ? none : formatContent(content)}
              height={240}
            />
          </div>
        ))}
      </SimpleGrid>
    </div>
  )
}

interface SidesProps {
  kitId: number
  version: number
  variables: Record<string, string>
  accountId: number
}

/** Before and after of each setting that would change. */
function Sides({ kitId, version, variables, accountId }: SidesProps) {
  const source = useEndpoint(showKitVersion, { params: { id: kitId, number: version } })
  const document = source.data?.data.document
  const found = useEndpoint(
    diffKit,
    { query: { account_id: accountId }, body: { document: document as never, variables } },
    { enabled: document !== undefined },
  )
  const failed = [source, found].find(({ isError }) => isError)
  if (failed) return <LoadError what="The settings" query={failed} />
  if (!found.data) return <SkeletonRows rows={2} label="Loading the settings" />
  return (
    <Stack gap="sm">
      {found.data.data.skipped.map((sentence) => (
        <Hint key={sentence}>{sentence}</Hint>
      ))}
      {found.data.data.changes.filter(isShown).map((change) => (
        <Change key={`${change.part}/${change.name}`} change={change} />
      ))}
    </Stack>
  )
}

/** What a version would change in an account, by name, and on demand with the settings themselves. */
export function PreviewDetail({ row, ...kit }: Omit<SidesProps, 'accountId'> & { row: RolloutPreview }) {
  const [open, setOpen] = useState(false)
  const { counts, names } = row
  const kinds = [
    ['Added', 'added'],
    ['Changed', 'changed'],
    ['Removed', 'removed'],
    ['Own changes', 'conflicts'],
  ] as const
  return (
    <Stack gap="sm" pe={{ base: 0, sm: 'md' }} py={4}>
      <Facts
        facts={kinds.map(([label, kind]) => [
          label,
          counts[kind] > 0 && <SettingNames names={names[kind]} count={counts[kind]} />,
        ])}
      />
      {open ? (
        <Sides {...kit} accountId={row.account_id} />
      ) : (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            Show before and after
          </Button>
        </Group>
      )}
    </Stack>
  )
}
