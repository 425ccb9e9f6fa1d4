import { ActionIcon, Box, Group, Stack, Text } from '@mantine/core'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type ReactNode, useId, useState } from 'react'
import type { Website } from '#contract/sources/websites.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useReadablePhone } from '#web/lib/phones.ts'
import { problemLabel } from '#web/lib/problem-labels.ts'
import { EmailBadge } from '#web/ui/email-badge.tsx'
import { Sightings } from '#web/ui/sightings.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './companies.module.css'
import { CompanyValues } from './company-values.tsx'
import { addressLabel, moreLabel } from './website-labels.ts'

/** Number of emails in the row; the others are in the details. */
const FIRST_EMAILS = 2

const EmptyCell = () => (
  <Text component="span" c="dimmed">
    –
  </Text>
)
const More = ({ total, shown }: { total: number; shown: number }) =>
  total > shown && (
    <Text component="span" c="dimmed">
      {moreLabel(total - shown)}
    </Text>
  )

function Emails({ emails }: Pick<Website, 'emails'>) {
  if (emails.length === 0) return <EmptyCell />
  return (
    <>
      {emails.slice(0, FIRST_EMAILS).map(({ value, state, kind, sources }) => (
        <Group key={value} component="span" gap="0 8px">
          <Box component="span" miw={0} className="wrap-anywhere">
            {value}
          </Box>
          <EmailBadge
            email={value}
            state={state}
            kind={kind}
            origin={() => <Sightings value="Sources" sources={sources} />}
          />
        </Group>
      ))}
      <More total={emails.length} shown={FIRST_EMAILS} />
    </>
  )
}

function Phones({ phones }: Pick<Website, 'phones'>) {
  const [first] = phones
  const readable = useReadablePhone(first?.value ?? '')
  if (!first) return <EmptyCell />
  return (
    <>
      <a href={`tel:${first.value}`} className="wrap-anywhere">
        {readable}
      </a>
      <More total={phones.length} shown={1} />
    </>
  )
}

function People({ people }: Pick<Website, 'people'>) {
  const [first] = people
  if (!first) return <EmptyCell />
  return (
    <>
      <span>{first.name}</span>
      {first.role && (
        <Text component="span" c="dimmed">
          {first.role}
        </Text>
      )}
      <More total={people.length} shown={1} />
    </>
  )
}

function Name({ website }: { website: Website }) {
  const { domain, name } = website
  const address = addressLabel(website)
  return (
    <>
      {name && (
        <Text component="span" fw={600} c="var(--app-heading)">
          {name}
        </Text>
      )}
      <a href={`https://${domain}/`} target="_blank" rel="noopener noreferrer" className="wrap-anywhere">
        {domain}
      </a>
      {address && (
        <Text component="span" c="dimmed">
          {address}
        </Text>
      )}
    </>
  )
}

function State({ website: { problem, read_at } }: { website: Website }) {
  return (
    <>
      <StateBadge
        {...(problem ? { state: 'failed', label: 'Not read' } : { state: 'succeeded', label: 'Read' })}
      />
      <Text component="span" c="dimmed">
        <When at={read_at} />
      </Text>
    </>
  )
}

/** Columns of a company; on a phone each is a line of its card. */
export const COMPANY_COLUMNS: readonly {
  id: string
  label: string
  cell: (website: Website) => ReactNode
}[] = [
  { id: 'emails', label: 'Emails', cell: ({ emails }) => <Emails emails={emails} /> },
  { id: 'phones', label: 'Phones', cell: ({ phones }) => <Phones phones={phones} /> },
  { id: 'people', label: 'People', cell: ({ people }) => <People people={people} /> },
  { id: 'pages', label: 'Pages read', cell: ({ pages }) => formatNumber(pages) },
  { id: 'state', label: 'State', cell: (website) => <State website={website} /> },
]

function Details({ website }: { website: Website }) {
  const { problem, moved_to } = website
  const shown = problem ? problemLabel(problem, moved_to) : null
  return (
    <>
      {shown && (
        <Box component="p" mt={6}>
          {shown.why}{' '}
          <Text component="span" c="dimmed">
            {shown.todo}
          </Text>
        </Box>
      )}
      <CompanyValues website={website} />
    </>
  )
}

interface ToggleProps {
  website: Website
  open: boolean
  controls: string
  onToggle: () => void
}

function Toggle({ website, open, controls, onToggle }: ToggleProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-expanded={open}
      {...(open ? { 'aria-controls': controls } : {})}
      aria-label={`Everything about ${website.domain}`}
      onClick={onToggle}
    >
      <IconChevronRight className={classes.chevron} size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** A company as a table row; expanded, it shows everything found on its website. */
export function CompanyRow({ website }: { website: Website }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <tr data-open={open || undefined}>
        <td className={classes.toggle}>
          <Toggle website={website} open={open} controls={id} onToggle={() => setOpen(!open)} />
        </td>
        <th scope="row">
          <span className={classes.cell}>
            <Name website={website} />
          </span>
        </th>
        {COMPANY_COLUMNS.map((column) => (
          <td key={column.id} data-column={column.id}>
            <span className={classes.cell}>{column.cell(website)}</span>
          </td>
        ))}
      </tr>
      {open && (
        <tr id={id} className={classes.opened}>
          <td colSpan={COMPANY_COLUMNS.length + 2}>
            <Details website={website} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The same as a card, without empty values. */
export function CompanyCard({ website }: { website: Website }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const isThere = {
    emails: website.emails.length,
    phones: website.phones.length,
    people: website.people.length,
  }
  const shown = COMPANY_COLUMNS.filter((column) => isThere[column.id as keyof typeof isThere] !== 0)
  return (
    <Stack component="li" gap="xs" py="sm" px="md" style={{ borderBottom: 'var(--app-line)' }}>
      <Group align="flex-start" justify="space-between" wrap="nowrap" gap="sm">
        <span className={classes.cell}>
          <Name website={website} />
        </span>
        <Toggle website={website} open={open} controls={id} onToggle={() => setOpen(!open)} />
      </Group>
      <dl className={classes.facts}>
        {shown.map((column) => (
          <div key={column.id} data-column={column.id}>
            <dt>{column.label}</dt>
            <dd className={classes.cell}>{column.cell(website)}</dd>
          </div>
        ))}
      </dl>
      {open && (
        <div id={id}>
          <Details website={website} />
        </div>
      )}
    </Stack>
  )
}
