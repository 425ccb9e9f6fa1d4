import { Button } from '@mantine/core'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { API_SCOPE_WORDS } from '#contract/scopes.ts'
import type { ApiKey } from '#contract/sessions.ts'
import { When } from '#web/ui/when.tsx'
import { endsSoon, SCOPE_NAMES } from './api-key-labels.ts'
import classes from './record-list.module.css'

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, hint, scopes, created_at, last_used_at, expires_at } = apiKey
  return (
    <li className={classes.row}>
      <IconKey size={18} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <div className={classes.name}>
          {name} <code className={classes.code}>{hint}…</code>
        </div>
        <div className={classes.facts}>
          <span>
            Created <When at={created_at} />
          </span>
          <span>
            {last_used_at ? (
              <>
                Last used <When at={last_used_at} />
              </>
            ) : (
              'Never used'
            )}
          </span>
          <span data-tone={endsSoon(expires_at) ? 'warning' : undefined}>
            {expires_at ? (
              <>
                Expires <When at={expires_at} />
              </>
            ) : (
              'Does not expire'
            )}
          </span>
        </div>
        <ul className={classes.chips} aria-label={`What ${name} may do`}>
          {scopes.map((scope) => (
            <li key={scope} className={classes.chip} title={API_SCOPE_WORDS[scope]}>
              {SCOPE_NAMES[scope]}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="default" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

interface ApiKeyListProps {
  keys: readonly ApiKey[]
  onRevoke: (key: ApiKey) => void
}

/** The keys that work, the newest first. */
export function ApiKeyList({ keys, onRevoke }: ApiKeyListProps) {
  return (
    <ul className={classes.list} aria-label="API keys">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </ul>
  )
}
