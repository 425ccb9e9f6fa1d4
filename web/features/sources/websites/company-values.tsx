import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Website } from '#contract/sources/websites.ts'
import { emailKindLabel } from '#web/lib/email-labels.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useReadablePhone } from '#web/lib/phones.ts'
import { listPages, pageHref, pageLabel } from '#web/lib/sighting-labels.ts'
import { EmailBadge } from '#web/ui/email-badge.tsx'
import { Evidence } from '#web/ui/evidence.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Sightings } from '#web/ui/sightings.tsx'
import { networkName } from './website-labels.ts'

type Sources = Website['people'][number]['sources']

/** The source pages of a value, on hover or click. */
function Pages({ value, sources }: { value: string; sources: Sources }) {
  return (
    <Evidence label={`evidence for ${value}`} render={() => <Sightings value={value} sources={sources} />}>
      <Hint component="span" td="underline dotted" style={{ textUnderlineOffset: '3px' }}>
        {formatCount(listPages(sources).length, 'page')}
      </Hint>
    </Evidence>
  )
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="wrap-anywhere">
      {children}
    </a>
  )
}

const FIRST = 8

interface ValuesProps<T> {
  label: string
  items: readonly T[]
  makeKey: (item: T) => string
  render: (item: T) => ReactNode
}

/** Values of one kind: the first few, and a button for the rest. Nothing if there are none. */
function Values<T>({ label, items, makeKey, render }: ValuesProps<T>) {
  const [all, setAll] = useState(false)
  if (items.length === 0) return null
  return (
    <div>
      <Box
        component="h2"
        mb={2}
        fz="xs"
        fw={500}
        c="dimmed"
      >{`${label} (${formatNumber(items.length)})`}</Box>
      <ul>
        {(all ? items : items.slice(0, FIRST)).map((item) => (
          <Group component="li" gap="0 8px" mih={26} key={makeKey(item)}>
            {render(item)}
          </Group>
        ))}
      </ul>
      {items.length > FIRST && (
        <Button size="compact-xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${formatNumber(items.length)}`}
        </Button>
      )}
    </div>
  )
}

function EmailValue({ email }: { email: Website['emails'][number] }) {
  const { value, state, kind, person, sources } = email
  return (
    <>
      <Box component="span" miw={0} className="wrap-anywhere">
        {value}
      </Box>
      <EmailBadge
        email={value}
        state={state}
        kind={kind}
        origin={() => <Sightings value="Sources" sources={sources} />}
      />
      <Text component="span" c="dimmed">
        {person ?? emailKindLabel(kind)?.label}
      </Text>
    </>
  )
}

const Phone = ({ value }: { value: string }) => <span>{useReadablePhone(value)}</span>

function PersonValue({ person }: { person: Website['people'][number] }) {
  const { name, role, section, email, phone, socials, staff, sources } = person
  const about = [role, section, staff ? null : 'no longer works here'].filter(Boolean).join(' · ')
  return (
    <>
      <Box component="span" miw={0}>
        {name}
        {about && <Text component="span" c="dimmed">{` · ${about}`}</Text>}
      </Box>
      {email && (
        <Box component="span" miw={0} className="wrap-anywhere">
          {email}
        </Box>
      )}
      {phone && <Phone value={phone} />}
      {socials.map((url) => {
        const href = pageHref(url)
        return (
          href && (
            <Outside key={url} href={href}>
              {pageLabel(url)}
            </Outside>
          )
        )
      })}
      <Pages value={name} sources={sources} />
    </>
  )
}

/** Everything found on one website, by kind. */
export function CompanyValues({ website }: { website: Website }) {
  const { emails, people, phones, socials } = website
  if (emails.length + people.length + phones.length + socials.length === 0) return null
  return (
    <SimpleGrid minColWidth="min(100%, 280px)" autoFlow="auto-fit" spacing="lg" verticalSpacing="sm" mt={10}>
      <Values
        label="Emails"
        items={emails}
        makeKey={({ value }) => value}
        render={(email) => <EmailValue email={email} />}
      />
      <Values
        label="People"
        items={people}
        makeKey={({ name, role }) => `${name} ${role}`}
        render={(person) => <PersonValue person={person} />}
      />
      <Stack gap={8}>
        <Values
          label="Phones"
          items={phones}
          makeKey={({ value, extension }) => `${value} ${extension}`}
          render={({ value, extension, label, person, sources }) => (
            <>
              <a href={`tel:${value}`} className="wrap-anywhere">
                <Phone value={value} />
                {extension && ` ext. ${extension}`}
              </a>
              <Text component="span" c="dimmed">
                {person ?? label}
              </Text>
              <Pages value={value} sources={sources} />
            </>
          )}
        />
        <Values
          label="Profiles"
          items={socials}
          makeKey={({ url }) => url}
          render={({ network, url, sources }) => {
            const href = pageHref(url)
            return (
              <>
                {href ? <Outside href={href}>{networkName(network)}</Outside> : networkName(network)}
                <Pages value={url} sources={sources} />
              </>
            )
          }}
        />
      </Stack>
    </SimpleGrid>
  )
}
