import { Badge, Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useMutation } from '@tanstack/react-query'
import {
  addDomain,
  MAX_DOMAINS_OF_SITE,
  makePrimaryDomain,
  removeDomain,
  type SiteDomain,
  siteDomains,
  verifyDomain,
} from '#contract/branding/domains.ts'
import type { Site } from '#contract/branding/site.ts'
import { call } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Card } from '#web/ui/card.tsx'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { domainBadge } from './domain-labels.ts'

/** Polling interval while a domain waits for its record, in milliseconds. */
const LOOK_MS = 10_000

function Problem({ domain }: { domain: SiteDomain }) {
  const { state, problem, dark_at, last_checked_at } = domain
  if (state === 'failing')
    return (
      <Notice tone="warning" title="The DNS record is gone">
        {problem} {dark_at && `Without it, this domain stops working on ${formatDay(dark_at)}.`}
      </Notice>
    )
  if (!problem) return null
  return (
    <Hint role="status">
      {problem} {last_checked_at && <When at={last_checked_at} />}
    </Hint>
  )
}

/** What to enter at the DNS provider. */
function Records({ domain }: { domain: SiteDomain }) {
  const { host, txt_name, txt_value, cname_target } = domain
  return (
    <>
      <Hint>
        Add this TXT record where you manage DNS for the domain. It proves that the domain is yours. Changes
        can take up to an hour to appear.
      </Hint>
      <Stack gap="sm">
        <CopyBox label={`TXT name for ${host}`} text={txt_name} />
        <CopyBox label={`TXT value for ${host}`} text={txt_value} />
      </Stack>
      {cname_target && (
        <>
          <Hint>Also point the domain to us: add this CNAME record</Hint>
          <CopyBox label={`CNAME target for ${host}`} text={cname_target} />
        </>
      )}
    </>
  )
}

interface DomainCardProps {
  domain: SiteDomain
  /** Names the account. */
  query: { account_id: number }
  onRemove: () => void
}

function DomainCard({ domain, query, onRemove }: DomainCardProps) {
  const { host, state, active, primary } = domain
  const params = { host }
  const check = useMutation({ mutationFn: () => call(verifyDomain, { params, query, body: {} }) })
  const promote = useMutation({ mutationFn: () => call(makePrimaryDomain, { params, query }) })
  return (
    <Card component="li" gap="sm">
      <Group gap="4px 12px">
        <h2>
          {active ? (
            <a
              href={`https://${host}/`}
              target="_blank"
              rel="noreferrer noopener"
              style={{ color: 'inherit' }}
            >
              {host}
            </a>
          ) : (
            host
          )}
        </h2>
        <StateBadge {...domainBadge(domain)} />
        {primary && (
          <Badge variant="default" size="sm" tt="none">
            Primary
          </Badge>
        )}
      </Group>
      {primary && <Hint>Links in emails lead here.</Hint>}
      <Problem domain={domain} />
      {(state !== 'active' || domain.points_here === false) && <Records domain={domain} />}
      <Group align="stretch" gap="xs">
        <Button
          variant={active ? 'default' : 'filled'}
          loading={check.isPending}
          aria-label={`Check ${host} now`}
          onClick={() => check.mutate()}
        >
          Check now
        </Button>
        {active && !primary && (
          <Button
            variant="default"
            loading={promote.isPending}
            aria-label={`Make ${host} primary`}
            onClick={() => promote.mutate()}
          >
            Make primary
          </Button>
        )}
        <Button variant="subtle" color="gray" aria-label={`Remove ${host}`} onClick={onRemove}>
          Remove
        </Button>
      </Group>
    </Card>
  )
}

function AddDomain({ account_id }: { account_id: number }) {
  const form: Form<{ host: string }> = useContractForm(addDomain, {
    initial: { host: '' },
    body: ({ host }) => ({ host, account_id }),
    place: ({ message }) => ({ host: message }),
    onSuccess: () => form.restart({ host: '' }),
    focusOnFailure: 'host',
  })
  return (
    <ContractForm form={form} submitLabel="Add domain">
      <TextInput
        {...form.field('host')}
        label="Add a domain"
        placeholder="leads.yourbrand.com"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
      />
    </ContractForm>
  )
}

/** The domains of a site with their DNS records, checked while the page is open. */
export function DomainsTab({ site: { account_id } }: { site: Site }) {
  const query = { account_id }
  const found = useEndpoint(
    siteDomains,
    { query },
    {
      refetchInterval: ({ state }) =>
        state.data?.data.every(({ state: now, points_here }) => now === 'active' && points_here !== false)
          ? false
          : LOOK_MS,
    },
  )
  const { confirm, dialog } = useDialog()
  const confirmRemoval = ({ host, active }: SiteDomain) =>
    confirm({
      title: `Remove ${host}?`,
      confirmLabel: 'Remove domain',
      danger: true,
      onConfirm: () => call(removeDomain, { params: { host }, query }),
      children: active
        ? 'Your pages stop working on this domain at once. People signed in there can continue on your other domains.'
        : 'Its DNS record will no longer be checked.',
    })
  if (found.isError && !found.data) return <LoadError what="The domains" query={found} />
  const domains = found.data?.data
  return (
    <Stack gap={20} maw={760} data-wide>
      {!domains && <Skeleton height={160} role="status" aria-label="Loading the domains" />}
      {domains?.length === 0 && (
        <EmptyState icon={IconWorld} title="No domain yet">
          Your customers open your pages on your own domain, such as leads.yourbrand.com. They never see
          another name.
        </EmptyState>
      )}
      {domains && domains.length > 0 && (
        <Stack component="ul" gap="sm" aria-label="Domains">
          {domains.map((domain) => (
            <DomainCard
              key={domain.host}
              domain={domain}
              query={query}
              onRemove={() => confirmRemoval(domain)}
            />
          ))}
        </Stack>
      )}
      {domains &&
        (domains.length < MAX_DOMAINS_OF_SITE ? (
          <AddDomain account_id={account_id} />
        ) : (
          <Hint>You’ve reached the limit of {MAX_DOMAINS_OF_SITE} domains.</Hint>
        ))}
      {dialog}
    </Stack>
  )
}
