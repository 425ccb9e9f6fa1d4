import { ActionIcon, Button, Drawer, Skeleton, Tabs } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { pageNonce } from '#web/lib/branding.ts'
import { formatExact, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import classes from './mail-drawer.module.css'
import { stateLook, templateWords } from './mail-labels.ts'
import { previewHtml } from './preview-html.ts'
import { useMail, useRetry } from './use-mails.ts'

interface MailDrawerProps {
  /** Id of the open mail; null keeps the drawer closed. */
  id: number | null
  /** Ids of the page, for going on with the arrow keys. */
  ids: readonly number[]
  onOpen: (id: number | null) => void
}

type Mail = NonNullable<ReturnType<typeof useMail>['data']>['data']

const FACTS: { label: string; show: (mail: Mail) => ReactNode }[] = [
  { label: 'To', show: (mail) => mail.recipient },
  { label: 'Mail', show: (mail) => templateWords(mail.template) },
  { label: 'State', show: (mail) => <StateBadge {...stateLook(mail)} /> },
  { label: 'Tries', show: (mail) => formatNumber(mail.attempts) },
  { label: 'Last error', show: (mail) => mail.last_error },
  { label: 'Written', show: (mail) => formatExact(mail.created_at) },
  { label: 'Sent', show: (mail) => mail.sent_at && formatExact(mail.sent_at) },
  { label: 'Valid until', show: (mail) => mail.expires_at && formatExact(mail.expires_at) },
  { label: 'Message id', show: (mail) => mail.message_id },
]

function Facts({ mail }: { mail: Mail }) {
  return (
    <dl className={classes.facts}>
      {FACTS.map(({ label, show }) => ({ label, value: show(mail) }))
        .filter(({ value }) => value !== null && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Says({ mail }: { mail: Mail }) {
  const preview = useMemo(() => previewHtml(mail.html, pageNonce()), [mail.html])
  return (
    <Tabs defaultValue="text" keepMounted={false} className={classes.says}>
      <Tabs.List aria-label="What the mail says" data-own-keys>
        <Tabs.Tab value="text">Plain text</Tabs.Tab>
        <Tabs.Tab value="html">Preview</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="text" className={classes.panel}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <section className={classes.text} aria-label="Plain text of the mail" tabIndex={0} data-own-keys>
          <pre>{mail.text}</pre>
        </section>
      </Tabs.Panel>
      <Tabs.Panel value="html" className={classes.panel}>
        <iframe className={classes.preview} title="Preview of the mail" sandbox="" srcDoc={preview} />
      </Tabs.Panel>
      <p className={classes.note}>Codes and links are masked: only the recipient has them.</p>
    </Tabs>
  )
}

function MailContent({ id }: { id: number }) {
  const found = useMail(id)
  const retry = useRetry()
  const mail = found.data?.data
  if (found.isPending) {
    return (
      <div role="status" aria-label="Loading the mail" className={classes.body}>
        <Skeleton height={16} width="70%" mb={16} />
        <Skeleton height={110} mb={16} />
        <Skeleton height={360} />
      </div>
    )
  }
  if (!mail) return <LoadError what="This mail" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className={classes.body}>
      <h3 className={classes.subject}>{mail.subject}</h3>
      <Facts mail={mail} />
      {mail.can_retry && (
        <Button
          variant="default"
          className={classes.retry}
          leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate(id)}
        >
          {mail.state === 'queued' ? 'Send now' : 'Send again'}
        </Button>
      )}
      <Says key={mail.id} mail={mail} />
    </div>
  )
}

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** A mail with what it says; arrow keys (and j / k) go to its neighbours on the page. */
export function MailDrawer({ id, ids, onOpen }: MailDrawerProps) {
  const [last, setLast] = useState(id)
  // While the drawer slides away it still shows what it showed.
  if (id !== null && id !== last) setLast(id)
  const at = id === null ? -1 : ids.indexOf(id)
  const neighbour = (step: 1 | -1) => (at < 0 ? undefined : ids[at + step])
  const go = (step: 1 | -1) => {
    const next = neighbour(step)
    if (next !== undefined) onOpen(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const scrolls = event.target instanceof Element && event.target.closest('[data-own-keys]')
    if (!step || event.ctrlKey || event.metaKey || event.altKey || scrolls) return
    event.preventDefault()
    go(step)
  }
  const close = () => onOpen(null)
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={600}
      attributes={{ content: { 'aria-label': 'Mail' } }}
      styles={{ content: { display: 'flex', flexDirection: 'column' }, body: { flex: 1, minHeight: 0 } }}
      onKeyDown={onKeyDown}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>Mail</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Previous mail"
          disabled={neighbour(-1) === undefined}
          onClick={() => go(-1)}
        >
          <IconArrowUp size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Next mail"
          disabled={neighbour(1) === undefined}
          onClick={() => go(1)}
        >
          <IconArrowDown size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={close} data-autofocus>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      {last !== null && <MailContent id={last} />}
    </Drawer>
  )
}
