import { Box, Button, Group, Stack, Text } from '@mantine/core'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useRef, useState } from 'react'
import { API_SCOPE_LABELS } from '#contract/core/scopes.ts'
import { type ApiKey, apiKeys, revokeApiKey } from '#contract/identity/sessions.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import type { Found } from '#web/ui/data-table-parts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import { ShownOnceDialog } from '#web/ui/shown-once-dialog.tsx'
import { When } from '#web/ui/when.tsx'
import { endsSoon, SCOPE_NAMES, sampleCommand } from './api-key-labels.ts'
import { CreateKeyDialog, type NewApiKey } from './create-key-dialog.tsx'
import page from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'

/** A new key, shown only once. */
function NewApiKeyDialog({ created, onStored }: { created: NewApiKey | null; onStored: () => void }) {
  return (
    <ShownOnceDialog
      title="Your new API key"
      onStored={onStored}
      leaveTitle="Leave without saving the key?"
      leaveText="You won’t see it again. If you lose the key, you can only revoke it."
    >
      {created && (
        <>
          <Notice tone="warning">
            You won’t see it again. Save it where you keep secrets: anyone who has it can act as you.
          </Notice>
          <CopyBox label="API key" text={created.key} />
          <CopyBox
            label={created.scopes.includes('read') ? 'Try it' : 'Header for each request'}
            text={sampleCommand(location.origin, created.key, created.scopes)}
          />
          {created.scopes.includes('read') && (
            <CopyBox label="Address for AI agents (MCP)" text={`${location.origin}/mcp`} />
          )}
        </>
      )}
    </ShownOnceDialog>
  )
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    label: 'Name',
    wrap: '220px',
    cell: ({ name, hint }) => (
      <>
        {name}{' '}
        <Box component="code" ff="monospace" fz="xs" fw={400} c="dimmed">
          {hint}…
        </Box>
      </>
    ),
  },
  {
    id: 'scopes',
    label: 'Access',
    wrap: '200px',
    cell: ({ name, scopes, daily_credits }) => (
      <Group component="ul" align="stretch" gap={4} aria-label={`Access of ${name}`}>
        {scopes.map((scope) => (
          <Box
            component="li"
            px={6}
            bd="var(--app-line)"
            bdrs="sm"
            fz="xs"
            lh="18px"
            style={{ whiteSpace: 'nowrap' }}
            key={scope}
            title={API_SCOPE_LABELS[scope]}
          >
            {scope === 'spend' && daily_credits !== null
              ? `Spend ${formatCredits(daily_credits)} a day`
              : SCOPE_NAMES[scope]}
          </Box>
        ))}
      </Group>
    ),
  },
  { id: 'created', label: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
  {
    id: 'used',
    label: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : 'Never'),
  },
  {
    id: 'expires',
    label: 'Expires',
    cell: ({ expires_at }) => (
      <Text component="span" c={endsSoon(expires_at) ? 'var(--app-warning)' : undefined}>
        {expires_at ? <When at={expires_at} /> : 'Never'}
      </Text>
    ),
  },
]

const DocsLink = () => <a href="/api/docs">API documentation</a>

const APP_COLUMNS: readonly Column<ApiKey>[] = COLUMNS.map((column) =>
  column.id === 'name'
    ? {
        ...column,
        label: 'App',
        cell: ({ name, app_host }: ApiKey) => (
          <>
            {name}{' '}
            <Text component="span" fz="xs" c="dimmed">
              {app_host}
            </Text>
          </>
        ),
      }
    : column.id === 'expires'
      ? { ...column, label: 'Ends if unused' }
      : column,
)

interface ConnectedAppsProps {
  found: Omit<Found<ApiKey>, 'rows'>
  apps: ApiKey[]
  onLeave: (app: ApiKey) => void
}

function ConnectedApps({ found, apps, onLeave }: ConnectedAppsProps) {
  return (
    <Part title="Connected apps" hint="Programs and AI agents that act for you because you allowed it.">
      <DataTable
        label="Your connected apps"
        things="connected apps"
        framed
        found={{ ...found, rows: apps }}
        columns={APP_COLUMNS}
        rowKey={({ id }) => id}
        actions={(app) => (
          <Button variant="default" aria-label={`Disconnect ${app.name}`} onClick={() => onLeave(app)}>
            Disconnect
          </Button>
        )}
      />
    </Part>
  )
}

/** The person's API keys and connected apps: their scopes, new ones, and revoking them. */
export function ApiKeysPage() {
  const content = useRef<HTMLDivElement>(null)
  const found = useEndpoint(apiKeys)
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewApiKey | null>(null)
  const [leaving, setLeaving] = useState<ApiKey | null>(null)
  const keys = found.data?.data.filter(({ app_host }) => app_host === null)
  const apps = found.data?.data.filter(({ app_host }) => app_host !== null) ?? []
  const any = keys !== undefined && keys.length > 0
  const revoke = async (key: ApiKey) => {
    await call(revokeApiKey, { params: { id: key.id }, quiet: 'errors' })
    // The button is gone with its key: the focus continues where the key was.
    content.current?.focus()
  }
  const create = (
    <Button leftSection={<IconPlus aria-hidden />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  )
  return (
    <SettingsPage
      title="API keys"
      intro={<>Keys let programs act on your behalf, with the access you choose. {any && <DocsLink />}</>}
      actions={any && create}
    >
      <Stack ref={content} className={page.content} tabIndex={-1} gap={32}>
        <DataTable
          label="API keys"
          things="API keys"
          framed
          found={{ ...found, rows: keys }}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          actions={(key) => (
            <Button variant="default" aria-label={`Revoke ${key.name}`} onClick={() => setLeaving(key)}>
              Revoke
            </Button>
          )}
          empty={
            <EmptyState icon={IconKey} level={3} title="No API keys yet" action={create}>
              Use a key to search, read lists and export from your own programs. See the <DocsLink />.
            </EmptyState>
          }
        />
        {apps.length > 0 && <ConnectedApps found={found} apps={apps} onLeave={setLeaving} />}
      </Stack>
      <CreateKeyDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={(key) => {
          setCreating(false)
          setCreated(key)
        }}
      />
      <NewApiKeyDialog
        created={created}
        onStored={() => {
          setCreated(null)
          content.current?.focus()
        }}
      />
      <ConfirmDialog
        opened={leaving !== null}
        title={`${leaving?.app_host ? 'Disconnect' : 'Revoke'} “${leaving?.name ?? ''}”?`}
        confirmLabel={leaving?.app_host ? 'Disconnect' : 'Revoke'}
        danger
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && revoke(leaving)}
      >
        {leaving?.app_host
          ? 'The app loses access right away. You can connect it again from within the app.'
          : 'Programs using this key lose access right away. You can’t undo this.'}
      </ConfirmDialog>
    </SettingsPage>
  )
}
