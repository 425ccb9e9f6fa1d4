import { Button } from '@mantine/core'
import IconCompass from '@tabler/icons-react/dist/esm/icons/IconCompass.mjs'
import IconHammer from '@tabler/icons-react/dist/esm/icons/IconHammer.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../lib/api.ts'
import { MissingFileError, reloadIfAnswered, serverAnswers, UNREACHABLE } from '../lib/chunk-reload.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { loadSession } from '../lib/session.ts'
import { AreaError } from '../ui/area-error.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import classes from './status-pages.module.css'

const toStart = (
  <Button component="a" href="/" variant="default">
    Go home
  </Button>
)

/** For pages that are not built yet. */
export function NotAvailablePage({ title }: { title: string }) {
  return (
    <EmptyState level={1} icon={IconHammer} title="Not available yet" action={toStart}>
      “{title}” isn’t available yet.
    </EmptyState>
  )
}

/** Loading state of a page. */
export function ComingPage() {
  return (
    <div className={classes.coming} role="status" aria-label="Loading the page">
      {[28, 100, 100, 72].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <span key={at} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <EmptyState level={1} icon={IconCompass} title="Page not found" action={toStart}>
      This page doesn’t exist. It may have been deleted, or it belongs to another account.
    </EmptyState>
  )
}

const RETRY_MS = 3000

/** Shown while the server can't be reached: tries again by itself, and at once when asked. */
function OutagePage({ retry, children }: { retry: () => unknown; children: string }) {
  usePageTitle('We couldn’t reach the server')
  const [busy, setBusy] = useState(false)
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    let isShown = true
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(async () => {
        if (await serverAnswers()) await latest.current()
        if (isShown) wait()
      }, RETRY_MS)
    }
    wait()
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [])
  const retryNow = async () => {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  return (
    <div role="status">
      <EmptyState
        level={1}
        icon={IconPlugConnectedX}
        title="We couldn’t reach the server"
        action={
          <Button onClick={retryNow} loading={busy}>
            Try again
          </Button>
        }
      >
        {children} This page opens by itself as soon as the server is back.
      </EmptyState>
    </div>
  )
}

/** There is a session, but the server can't be reached: nobody is signed out. */
export function RetryPage({ error }: { error: ApiError }) {
  return (
    <main>
      <OutagePage retry={() => loadSession({ again: true })}>
        {`You are still signed in. ${error.message}`}
      </OutagePage>
    </main>
  )
}

/** Error page within an area; the rest of the screen stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof MissingFileError && error.isOutage)
    return <OutagePage retry={reloadIfAnswered}>{UNREACHABLE}</OutagePage>
  const retry = () => {
    if (error instanceof MissingFileError) return reloadIfAnswered()
    reset()
    void router.invalidate()
  }
  return <AreaError onRetry={retry} level={1} />
}
