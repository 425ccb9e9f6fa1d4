import { Button, Skeleton } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUser } from '#web/lib/session.ts'
import classes from './checklist.module.css'
import { ChecklistBody, ChecklistProgress } from './checklist-body.tsx'
import type { Progress } from './checklist-steps.ts'
import { useChecklist, useDismiss } from './use-checklist.ts'

/** Where this browser notes who no longer needs the card, so that no room is kept for it while that is asked. */
const KEY = 'first_search_done'

const noted = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const note = (userId: string | null): void => {
  try {
    if (userId === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, userId)
  } catch {
    // The card's room is kept for a moment at the next visit, that is all.
  }
}

function Card({ progress }: { progress: Progress }) {
  const dismiss = useDismiss()
  return (
    <section className={classes.card} aria-labelledby="getting-started">
      <div className={classes.cardHead}>
        <h2 id="getting-started" className={classes.title}>
          Getting started
        </h2>
        <ChecklistProgress progress={progress} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.dismiss}
          aria-label="Dismiss Getting started"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          Dismiss
        </Button>
      </div>
      <ChecklistBody progress={progress} />
    </section>
  )
}

function CardSkeleton() {
  return (
    <div className={classes.card} role="status" aria-label="Loading the first steps">
      <div className={classes.cardHead}>
        <Skeleton height={12} width={160} />
      </div>
      <div className={classes.steps}>
        {[1, 2, 3, 4, 5].map((step) => (
          <span key={step} className={classes.step}>
            <Skeleton height={10} width={140} />
          </span>
        ))}
      </div>
    </div>
  )
}

function NewSearchCard() {
  const user = useUser()
  const progress = useChecklist()
  const [expected] = useState(() => noted() !== String(user.id))
  const wanted = progress && !progress.closed && (progress.beforeFirstSearch || progress.settingUp)
  useEffect(() => {
    if (wanted !== undefined) note(wanted ? null : String(user.id))
  }, [wanted, user.id])
  if (!progress) return expected ? <CardSkeleton /> : null
  return wanted ? <Card progress={progress} /> : null
}

/** The first steps, open above New Search, for who has not searched yet or still sets up the installation. */
export function ChecklistCard() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return path === '/lead-search/new-search' ? <NewSearchCard /> : null
}
