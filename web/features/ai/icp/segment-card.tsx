import { Badge, Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { explainSegment, type IcpSegment } from '#contract/ai/icp.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { lists } from '#contract/leads/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { ownsModule, useUser } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Frame } from '#web/ui/frame.tsx'
import { MenuLink } from '#web/ui/menu-link.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { certainty, originLabel } from './icp-labels.ts'

/** Lists that are offered, those changed last. */
const MAX_LISTS = 20

/** A search that finds out which leads have a signal, and a list that begins with them. */
const byVisit = ({ signal, is }: IcpSegment['signals'][number]) => ({
  check_websites: true,
  sort: is === 'yes' ? `-${signal}` : signal,
})

interface SegmentCardProps {
  segment: IcpSegment
  hasModel: boolean
}

/** Built-in sentence, until the account's model has rewritten it. */
function useReason({ key, reason, from }: IcpSegment, hasModel: boolean): string {
  const written = useEndpoint(
    explainSegment,
    { body: { key } },
    { enabled: hasModel && from === 'leads', staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  return written.data?.data.reason ?? reason
}

function Examples({ type, examples, matching }: IcpSegment) {
  if (examples.length === 0) return null
  const more = matching - examples.length
  return (
    <Text c="dimmed">
      {'Leads: '}
      {examples.map((lead, at) => (
        <span key={lead.id}>
          {at > 0 && ', '}
          <AnchorLink
            to="/saved-lists/$listRef"
            params={{ listRef: listRef(type, lead.list_id) }}
            search={{ lead: lead.id }}
            inherit
          >
            {lead.name ?? `Lead ${lead.id}`}
          </AnchorLink>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </Text>
  )
}

/** What the won leads have in common. */
function Signals({ signals }: IcpSegment) {
  if (signals.length === 0) return null
  return (
    <div>
      <Text>Before you won them, they had more often than others:</Text>
      <ul style={{ margin: 0 }}>
        {signals.map(({ signal, is, text }) => (
          <li key={`${signal} ${is}`}>{text}</li>
        ))}
      </ul>
      <Text c="dimmed">
        Only a visit of a website tells: a search for more checks websites as they arrive, and its list begins
        with leads that have the first of these.
      </Text>
    </div>
  )
}

/** Lists of the segment’s type, to show only leads like these there. */
function ShowInList({ type, filter }: IcpSegment) {
  const hasLeads = ownsModule(useUser(), 'leads')
  const found = useEndpoint(
    lists,
    { query: { type, limit: MAX_LISTS, sort: '-updated_at' } },
    { enabled: filter !== null && hasLeads },
  )
  const all = found.data?.data ?? []
  if (filter === null || !hasLeads) return null
  if (found.isPending) return <Pending />
  if (all.length === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default">Filter a list</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map(({ id, name }) => (
          <MenuLink
            key={id}
            to="/saved-lists/$listRef"
            params={{ listRef: listRef(type, id) }}
            search={{ g: filter }}
          >
            {name}
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A search for more of them, or what it needs. */
function SearchThis({ type, search, signals: [first] }: IcpSegment) {
  const hasLeads = ownsModule(useUser(), 'leads')
  if (!hasLeads)
    return <Text c="dimmed">Searching needs the Lead search module, which your account doesn’t include</Text>
  return (
    <ButtonLink to="/lead-search/new-search" search={{ type, ...search, ...(first && byVisit(first)) }}>
      Search this
    </ButtonLink>
  )
}

/** One segment: description, reason, its leads, and the number of further matches. */
export function SegmentCard({ segment, hasModel }: SegmentCardProps) {
  const reason = useReason(segment, hasModel)
  const { name, type, size, chance } = segment
  return (
    <Frame component="article" p="md">
      <Stack gap="xs">
        <Group align="start" wrap="nowrap" justify="space-between">
          <Title order={2}>{name}</Title>
          <Badge variant="default" tt="none" style={{ flexShrink: 0 }}>
            {LIST_TYPES[type].name}
          </Badge>
        </Group>
        <Text>{reason}</Text>
        <Text c="dimmed">{chance === null ? originLabel(segment.from) : certainty(chance)}</Text>
        <Signals {...segment} />
        <Examples {...segment} />
        <Group mt={4} justify="space-between">
          <Text fw={500}>
            {size === null
              ? 'Size unknown: this source didn’t give a count'
              : `${formatCount(size, 'match', 'matches')} in a search`}
          </Text>
          <Group gap="xs">
            <ShowInList {...segment} />
            <SearchThis {...segment} />
          </Group>
        </Group>
      </Stack>
    </Frame>
  )
}
