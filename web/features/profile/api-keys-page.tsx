import { Button } from '@mantine/core'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ApiKey, apiKeys, revokeApiKey } from '#contract/sessions.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ApiKeyList } from './api-key-list.tsx'
import { CreateKeyDialog, type MadeKey } from './create-key-dialog.tsx'
import { MadeKeyDialog } from './made-key-dialog.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'
import page from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'

const DocsLink = () => (
  <a className={page.link} href="/api/docs">
    API documentation
  </a>
)

function NoKeys({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={IconKey}
      level={3}
      title="No API keys yet"
      action={<Button onClick={onCreate}>Create a key</Button>}
    >
      With a key your own programs search, read lists and export without you signing in. Everything that they
      can call is in the <DocsLink />.
    </EmptyState>
  )
}

/** The keys, and the way to end one. */
function useKeys(onRevoked: () => void) {
  const query = useQuery(endpointQuery(apiKeys))
  const revoke = async (key: ApiKey) => {
    await call(revokeApiKey, { params: { id: key.id } })
    onRevoked()
  }
  return { query, revoke }
}

/** The own API keys: what each may do, new ones, and the way to end them. */
export function ApiKeysPage() {
  const content = useRef<HTMLDivElement>(null)
  // The button that asked is gone with its key: the keyboard goes on where the key was.
  const { query, revoke } = useKeys(() => content.current?.focus())
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  const [leaving, setLeaving] = useState<ApiKey | null>(null)
  const keys = query.data?.data
  const create = () => setCreating(true)
  return (
    <SettingsPage
      current="/profile-settings/api-keys"
      intro={
        <>A key lets a program act as you, within what it may do. {keys && keys.length > 0 && <DocsLink />}</>
      }
      actions={
        keys &&
        keys.length > 0 && (
          <Button leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />} onClick={create}>
            Create a key
          </Button>
        )
      }
    >
      {query.isPending && <RecordSkeleton label="Loading the API keys" />}
      {query.isError && !keys && (
        <LoadError what="The API keys" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {keys && (
        <div ref={content} className={page.content} tabIndex={-1}>
          {keys.length === 0 ? (
            <NoKeys onCreate={create} />
          ) : (
            <ApiKeyList keys={keys} onRevoke={setLeaving} />
          )}
        </div>
      )}
      <CreateKeyDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onMade={(key) => {
          setCreating(false)
          setMade(key)
        }}
      />
      <MadeKeyDialog
        made={made}
        onStored={() => {
          setMade(null)
          content.current?.focus()
        }}
      />
      <ConfirmDialog
        opened={leaving !== null}
        title={`Revoke “${leaving?.name ?? ''}”?`}
        confirmLabel="Revoke"
        danger
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && revoke(leaving)}
      >
        Programs that use the key are refused from now on. This cannot be taken back.
      </ConfirmDialog>
    </SettingsPage>
  )
}
